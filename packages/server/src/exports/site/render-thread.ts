import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { escapeInTurns } from '../../lib/escape-in-turns.ts';
import { Markup } from '../../lib/markup.ts';
import type { Slots } from '../../lib/slots.ts';
import { Turns } from '../../lib/turns.ts';
import type { Done, Outcomes, Task } from './render-task.ts';
import { type RenderThreads, startMs } from './render-threads.ts';
import type { Changes, Rendered, SiteView } from './views.ts';

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
/** Rendering takes a multiple of the text in memory; a longer text is shown as it is, shorter ones share a task. */
const renderedCharacters = 128 * 1024;

/**
 * Makes the parts of pages in a thread of its own. Texts that people wrote may take long to render, and some are made
 * to take forever: they have a budget, and those that exceed it are shown as they are. Views are bounded by their data,
 * and each is needed. All threads of the process share slots, so that exports do not take every processor (EXP-10).
 */
export class RenderThread implements Renderer, AsyncDisposable {
  readonly #slots: Slots;
  readonly #threads: RenderThreads;
  #thread: Promise<Worker> | undefined;
  /** It has a task that it has not answered. */
  #isBusy = false;
  #leftMs = budgetMs;
  /** Texts that are too long for the thread, by the marks that stand for them there. */
  readonly #longTexts = new Map<string, string>();
  readonly #turns = new Turns();

  /** `slots`: each task takes one for as long as it runs. The thread starts at once, beside what is read for the site. */
  constructor(slots: Slots, threads: RenderThreads) {
    this.#slots = slots;
    this.#threads = threads;
    void this.#started().catch(() => undefined);
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
    const { outcome } = await this.#slots.run(() => this.#done({ kind: 'views', views }, startMs));
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
    return this.#leftMs > 0 ? this.#slots.run(() => this.#timed(task)) : undefined;
  }

  /** Does a task, and takes its time from the budget. */
  async #timed<T extends Task>(task: T): Promise<DoneOf<T> | undefined> {
    const timeoutMs = Math.min(patienceMs, Math.ceil(this.#leftMs));
    let began = performance.now();
    let usedMs: number | undefined;
    try {
      await this.#started();
      began = performance.now();
      const done = await this.#done(task, timeoutMs);
      usedMs = done.cpuMs;
      return done;
    } catch {
      await this.#terminate();
      return undefined;
    } finally {
      this.#leftMs -= usedMs ?? performance.now() - began;
    }
  }

  async #done<T extends Task>(task: T, timeoutMs: number): Promise<DoneOf<T>> {
    const thread = await this.#started();
    this.#isBusy = true;
    thread.postMessage(task);
    const [done] = (await once(thread, 'message', { signal: AbortSignal.timeout(timeoutMs) })) as [DoneOf<T>];
    this.#isBusy = false;
    return done;
  }

  /** The thread, once it can take a task. */
  #started(): Promise<Worker> {
    return (this.#thread ??= this.#threads.take());
  }

  async #terminate(): Promise<void> {
    const thread = await this.#thread?.catch(() => undefined);
    this.#thread = undefined;
    this.#isBusy = false;
    await thread?.terminate();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isBusy) return this.#terminate();
    const thread = await this.#thread?.catch(() => undefined);
    if (thread) await this.#threads.giveBack(thread);
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
