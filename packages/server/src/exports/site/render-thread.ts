import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { escapeInTurns } from '../../lib/escape-in-turns.ts';
import { Markup } from '../../lib/markup.ts';
import { Turns } from '../../lib/turns.ts';
import type { Held, Quota } from '../../limits/quota.ts';
import type { Done, Outcomes, Task } from './render-task.ts';
import { type RenderThreads, startMs } from './render-threads.ts';
import type { Changes, Rendered, SiteView } from '@pairspace/protocol/site';

/** Makes of data what a page shows. */
export interface Renderer {
  /** Each text as Markdown. `agents` are those whose mentions are marked. */
  markdown: (texts: readonly string[], agents: readonly string[]) => Promise<Rendered[]>;
  code: (text: string, path: string) => Promise<Rendered>;
  /** What is different line by line; undefined where that takes too long to find. */
  changes: (before: string, after: string) => Promise<Pick<Changes, 'lines'> | undefined>;
  /** Views below one another. */
  views: (...views: readonly SiteView[]) => Promise<Markup>;
}

/** A text that takes longer than this is shown as it is. */
const patienceMs = 3000;
/** When the texts of an export together have taken so much processor time, the others are shown as they are. */
const budgetMs = 5000;
/** The same two while other exports wait to render. */
const awaitedPatienceMs = 250;
const awaitedBudgetMs = 1000;
/** An export that has rendered for less keeps its turn between two tasks, for as long as it takes to ask for the next. */
const lightMs = 250;
const betweenTasksMs = 100;
/** Rendering takes a multiple of the text in memory; a longer text is shown as it is, shorter ones share a task. */
const renderedCharacters = 128 * 1024;

/**
 * Makes the parts of pages in a thread. Texts that people wrote may take long to render, and some are made
 * to take forever: they have a budget, and those that exceed it are shown as they are. Views are bounded by their data,
 * and each is needed. The exports of the process take turns, so that they do not take every processor; the one that has
 * rendered least goes first, so that costly texts of one session hold up no other (EXP-10).
 */
export class RenderThread implements Renderer, Disposable {
  readonly #rendering: Quota;
  readonly #turn: Held;
  readonly #threads: RenderThreads;
  readonly #isMember: boolean;
  /** The thread of this turn. */
  #thread: Worker | undefined;
  /** Processor time of all of its tasks so far, and of those about texts. */
  #usedMs = 0;
  #usedForTextsMs = 0;
  #endOfTurn: NodeJS.Timeout | undefined;
  /** Texts that are too long for the thread, by the marks that stand for them there. */
  readonly #longTexts = new Map<string, string>();
  readonly #turns = new Turns();

  /** `rendering` bounds the tasks that run at once. A thread starts at once, beside what is read for the site. */
  constructor(rendering: Quota, threads: RenderThreads, isMember = true) {
    this.#rendering = rendering;
    this.#isMember = isMember;
    this.#turn = rendering.open({ address: 'exports', client: randomUUID() });
    this.#threads = threads;
    threads.prepare();
  }

  async markdown(texts: readonly string[], agents: readonly string[]): Promise<Rendered[]> {
    const made: Rendered[] = [];
    while (made.length < texts.length) {
      const start = made.length;
      const batch = nextBatch(texts, start);
      const html = batch.length === 0 ? undefined : await this.#tried({ kind: 'markdown', texts: batch, agents });
      if (html) made.push(...html.outcome.map((html, index) => ({ text: batch[index] ?? '', html })));
      else made.push(this.#asItIs(texts[start] ?? ''));
    }
    return made;
  }

  async code(text: string, path: string): Promise<Rendered> {
    const made = text.length > renderedCharacters ? undefined : await this.#tried({ kind: 'code', text, path });
    const lines = countLines(text);
    return made?.outcome === undefined ? { ...this.#asItIs(text), lines } : { text, html: made.outcome, lines };
  }

  async changes(before: string, after: string): Promise<Pick<Changes, 'lines'> | undefined> {
    if (before.length + after.length > renderedCharacters) return undefined;
    const made = await this.#tried({ kind: 'changes', before, after });
    return made && { lines: made.outcome };
  }

  async views(...views: readonly SiteView[]): Promise<Markup> {
    const { outcome } = await this.#inTurn(async (thread) => {
      const done = await this.#done(thread, { kind: 'views', views }, AbortSignal.timeout(startMs));
      this.#usedMs += done.cpuMs;
      return done;
    });
    return new Markup(await this.#withLongTexts(outcome));
  }

  /** Nobody can know a mark, so none is in what people wrote. */
  #asItIs(text: string): Rendered {
    if (text.length <= renderedCharacters) return { text, html: undefined };
    const mark = `long-text-${randomUUID()}`;
    this.#longTexts.set(mark, text);
    return { text: mark, html: undefined };
  }

  async #withLongTexts(html: string): Promise<string> {
    let whole = html;
    for (const [mark, text] of this.#longTexts) {
      const at = whole.indexOf(mark);
      if (at === -1) continue;
      this.#longTexts.delete(mark);
      const escaped = await escapeInTurns(text, this.#turns);
      whole = whole.slice(0, at) + escaped.text + whole.slice(at + mark.length);
    }
    return whole;
  }

  /** What became of a task about a text; undefined when it took too long, or the budget is used up. */
  async #tried<T extends Task>(task: T): Promise<DoneOf<T> | undefined> {
    return this.#leftMs() > 0 ? this.#inTurn((thread) => this.#timed(thread, task)) : undefined;
  }

  #leftMs(): number {
    return (this.#rendering.isAwaited ? awaitedBudgetMs : budgetMs) - this.#usedForTextsMs;
  }

  /** Members of a session go before strangers, and then those that rendered less. */
  get #rank(): number {
    return this.#usedMs + (this.#isMember ? 0 : budgetMs);
  }

  /** Does work in its turn, which a light export keeps for its next task. */
  async #inTurn<T>(work: (thread: Worker) => Promise<T>): Promise<T> {
    clearTimeout(this.#endOfTurn);
    if (this.#turn.amount === 0) await this.#turn.wait(1, { rank: () => this.#rank });
    try {
      this.#thread ??= await this.#threads.take();
      return await work(this.#thread);
    } finally {
      if (this.#usedMs < lightMs) this.#endOfTurn = setTimeout(this.#endTurn, betweenTasksMs);
      else this.#endTurn();
    }
  }

  readonly #endTurn = (): void => {
    clearTimeout(this.#endOfTurn);
    if (this.#thread) this.#threads.giveBack(this.#thread);
    this.#thread = undefined;
    this.#turn.resize(0);
  };

  /** Does a task about a text, and takes its time from the budget. It has less time while others wait. */
  async #timed<T extends Task>(thread: Worker, task: T): Promise<DoneOf<T> | undefined> {
    const began = performance.now();
    const tooLong = new AbortController();
    const end = setTimeout(
      () => {
        tooLong.abort();
      },
      Math.min(patienceMs, this.#leftMs()),
    );
    const looking = setInterval(() => {
      if (this.#rendering.isAwaited) tooLong.abort();
    }, awaitedPatienceMs);
    let usedMs: number | undefined;
    try {
      const done = await this.#done(thread, task, tooLong.signal);
      usedMs = done.cpuMs;
      return done;
    } catch {
      return undefined;
    } finally {
      clearTimeout(end);
      clearInterval(looking);
      usedMs ??= performance.now() - began;
      this.#usedMs += usedMs;
      this.#usedForTextsMs += usedMs;
    }
  }

  /** Rejects when the signal aborts first, or the thread ends; the next task gets another thread. */
  async #done<T extends Task>(thread: Worker, task: T, signal: AbortSignal): Promise<DoneOf<T>> {
    try {
      thread.postMessage(task);
      const [done] = (await once(thread, 'message', { signal })) as [DoneOf<T>];
      return done;
    } catch (error) {
      this.#thread = undefined;
      await thread.terminate();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#endTurn();
  }
}

type DoneOf<T extends Task> = Done & { outcome: Outcomes[T['kind']] };

/** The texts from `start` that fit one task; none when the first is too long for any. */
const nextBatch = (texts: readonly string[], start: number): string[] => {
  let characters = 0;
  const end = texts.findIndex((text, index) => index >= start && (characters += text.length) > renderedCharacters);
  return texts.slice(start, end === -1 ? texts.length : end);
};

/** A newline at the end begins no line. */
const countLines = (text: string): number => {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
};
