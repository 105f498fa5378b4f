import { randomUUID } from 'node:crypto';
import type { Piscina } from 'piscina';
import { escapeInTurns } from '../../lib/escape-in-turns.ts';
import { Markup } from '../../lib/markup.ts';
import { Turns } from '../../lib/turns.ts';
import type { Semaphore } from '../../lib/semaphore.ts';
import { openThreads } from '../../threads/open-threads.ts';
import type { Done, Outcomes, Task } from './render-task.ts';
import type { Changes, Rendered, SiteView } from '@pairspace/protocol/site';

/** Renders data for the pages. */
export interface Renderer {
  /** Renders each text as Markdown and marks mentions of `agents`. */
  markdown: (texts: readonly string[], agents: readonly string[]) => Promise<Rendered[]>;
  code: (text: string, path: string) => Promise<Rendered>;
  /** The differences line by line; undefined if the comparison takes too long. */
  changes: (before: string, after: string) => Promise<Pick<Changes, 'lines'> | undefined>;
  /** Renders views in sequence. */
  views: (...views: readonly SiteView[]) => Promise<Markup>;
}

export type RenderThreads = Piscina<Task, Done>;

export const openRenderThreads = (): RenderThreads =>
  openThreads({ program: new URL('./render-worker', import.meta.url), maxThreads: 4, megabytes: 48, idleMs: 30_000 });

/** The greatest start time of a thread on a busy machine. The texts do not affect it. */
const startMs = 30_000;
/** A task that only waits for the start of a thread. */
const nothing: Task = { kind: 'views', views: [] };

/** The time after which a text is shown unrendered. */
const patienceMs = 3000;
/** The processor time for all texts of an export; afterwards texts are shown unrendered. */
const budgetMs = 5000;
/** The same two limits while other exports wait to render. */
const awaitedPatienceMs = 250;
const awaitedBudgetMs = 1000;
/**
 * An export that has used less rendering time than `lightMs` keeps its turn for `betweenTasksMs` after a task, so that
 * it can send the next one.
 */
const lightMs = 250;
const betweenTasksMs = 100;
/**
 * The greatest total length of the texts in one task. A longer text is not rendered, because rendering takes several
 * times its length in memory.
 */
const renderedCharacters = 128 * 1024;

/**
 * Renders the parts of pages on a thread. Texts of a session may take long to render, some by intention, so texts have
 * a time budget and are shown unrendered above it. Views have no budget: their data bounds their cost, and no page is
 * complete without them. The exports of the process take turns, so that they do not occupy every processor.
 */
export class RenderThread implements Renderer, Disposable {
  readonly #rendering: Semaphore;
  #turn: Disposable | undefined;
  readonly #threads: RenderThreads;
  /** Processor time of all tasks so far, and of tasks about texts. */
  #usedMs = 0;
  #usedForTextsMs = 0;
  #endOfTurn: NodeJS.Timeout | undefined;
  /** Texts that are too long for the thread, by the marks that stand for them in the rendered page. */
  readonly #longTexts = new Map<string, string>();
  readonly #turns = new Turns();

  /** `rendering` limits the concurrent tasks. The thread starts at once, while data for the site is being read. */
  constructor(rendering: Semaphore, threads: RenderThreads) {
    this.#rendering = rendering;
    this.#threads = threads;
    void threads.run(nothing).catch(() => undefined);
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
    const { outcome } = await this.#inTurn(async () => {
      const done = await this.#done({ kind: 'views', views }, AbortSignal.timeout(startMs));
      this.#usedMs += done.cpuMs;
      return done;
    });
    return new Markup(await this.#withLongTexts(outcome));
  }

  /** A mark is random, so no text contains it by chance or intention. */
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

  /** The result of a task about a text; undefined after its time limit, or when the budget is used up. */
  async #tried<T extends Task>(task: T): Promise<DoneOf<T> | undefined> {
    return this.#leftMs() > 0 ? this.#inTurn(() => this.#timed(task)) : undefined;
  }

  #leftMs(): number {
    return (this.#rendering.isAwaited ? awaitedBudgetMs : budgetMs) - this.#usedForTextsMs;
  }

  /** Runs work in a turn, which a short export keeps for its next task. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.#endOfTurn);
    this.#turn ??= await this.#rendering.take();
    try {
      await this.#done(nothing, AbortSignal.timeout(startMs));
      return await work();
    } finally {
      if (this.#usedMs < lightMs) this.#endOfTurn = setTimeout(this.#endTurn, betweenTasksMs);
      else this.#endTurn();
    }
  }

  readonly #endTurn = (): void => {
    clearTimeout(this.#endOfTurn);
    this.#turn?.[Symbol.dispose]();
    this.#turn = undefined;
  };

  /** Runs a task about a text and subtracts its time from the budget. The time limit is shorter while others wait. */
  async #timed<T extends Task>(task: T): Promise<DoneOf<T> | undefined> {
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
      const done = await this.#done(task, tooLong.signal);
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

  /** Rejects when the signal aborts first, or the thread ends. The next task then gets another thread. */
  #done<T extends Task>(task: T, signal: AbortSignal): Promise<DoneOf<T>> {
    return this.#threads.run(task, { signal }) as Promise<DoneOf<T>>;
  }

  [Symbol.dispose](): void {
    this.#endTurn();
  }
}

type DoneOf<T extends Task> = Done & { outcome: Outcomes[T['kind']] };

/** The texts from `start` that fit into one task; none if the first is too long. */
const nextBatch = (texts: readonly string[], start: number): string[] => {
  let characters = 0;
  const end = texts.findIndex((text, index) => index >= start && (characters += text.length) > renderedCharacters);
  return texts.slice(start, end === -1 ? texts.length : end);
};

/** A newline at the end does not begin a line. */
const countLines = (text: string): number => {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
};
