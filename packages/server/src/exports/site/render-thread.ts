import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { escapeInTurns } from '../../lib/escape-in-turns.ts';
import { Markup, markup } from '../../lib/markup.ts';
import { Turns } from '../../lib/turns.ts';

/** What a page needs that can take long to make. */
export type RichText =
  | { kind: 'markdown'; texts: readonly string[] }
  | { kind: 'code'; text: string; path: string }
  | { kind: 'changes'; before: string; after: string };

/** What became of it. */
export interface Rendered {
  html: string[];
  /** Processor time of the thread. */
  cpuMs: number;
}

/** Makes HTML of what people wrote. */
export interface Renderer {
  markdown: (texts: readonly string[]) => Promise<Markup[]>;
  code: (text: string, path: string) => Promise<Markup>;
  /** What is different line by line; undefined where that takes too long to find. */
  changes: (before: string, after: string) => Promise<Markup | undefined>;
}

/** The thread itself may take so long to start on a busy machine, which says nothing of the text. */
const startMs = 30_000;
/** A text that takes longer than this is shown as it is. */
const patienceMs = 3000;
/** When the texts of an export together have taken so much processor time, the others are shown as they are. */
const budgetMs = 5000;
/** Rendering takes a multiple of the text in memory; a longer text is shown as it is, shorter ones share a task. */
const renderedCharacters = 128 * 1024;

/**
 * Renders Markdown and colours code in a thread of its own: it takes long for long texts, and there are texts that
 * are made to take forever.
 */
export class RenderThread implements Renderer, AsyncDisposable {
  #worker: Worker | undefined;
  #leftMs = budgetMs;
  readonly #turns = new Turns();

  async markdown(texts: readonly string[]): Promise<Markup[]> {
    const made: Markup[] = [];
    while (made.length < texts.length) {
      const batch = nextBatch(texts, made.length);
      const html = batch.length === 0 ? undefined : await this.#render({ kind: 'markdown', texts: batch });
      if (html) made.push(...html.map((text) => new Markup(text)));
      else made.push(markup`<p class="prose">${await escapeInTurns(texts[made.length] ?? '', this.#turns)}</p>`);
    }
    return made;
  }

  async code(text: string, path: string): Promise<Markup> {
    const made = text.length > renderedCharacters ? undefined : await this.#render({ kind: 'code', text, path });
    return made?.[0] === undefined ? escapeInTurns(text, this.#turns) : new Markup(made[0]);
  }

  async changes(before: string, after: string): Promise<Markup | undefined> {
    if (before.length + after.length > renderedCharacters) return undefined;
    const [made] = (await this.#render({ kind: 'changes', before, after })) ?? [];
    return made === undefined ? undefined : new Markup(made);
  }

  async #render(task: RichText): Promise<string[] | undefined> {
    if (this.#leftMs <= 0) return undefined;
    let began = performance.now();
    let usedMs: number | undefined;
    try {
      const worker = await this.#started();
      began = performance.now();
      worker.postMessage(task);
      const [rendered] = (await once(worker, 'message', {
        signal: AbortSignal.timeout(Math.min(patienceMs, Math.ceil(this.#leftMs))),
      })) as [Rendered];
      usedMs = rendered.cpuMs;
      return rendered.html;
    } catch {
      await this[Symbol.asyncDispose]();
      return undefined;
    } finally {
      this.#leftMs -= usedMs ?? performance.now() - began;
    }
  }

  /** The thread, once it can take a task. */
  async #started(): Promise<Worker> {
    if (this.#worker) return this.#worker;
    const worker = start();
    this.#worker = worker;
    await once(worker, 'message', { signal: AbortSignal.timeout(startMs) });
    return worker;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/** The texts from `start` that fit one task; none when the first is too long for any. */
const nextBatch = (texts: readonly string[], start: number): string[] => {
  let characters = 0;
  const end = texts.findIndex((text, index) => index >= start && (characters += text.length) > renderedCharacters);
  return texts.slice(start, end === -1 ? texts.length : end);
};

const start = (): Worker => {
  const script = new URL(`./render-worker${extname(import.meta.filename)}`, import.meta.url);
  const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4 } });
  worker.unref();
  // Whoever waits for an answer is told as well; when nobody waits, nothing is lost.
  worker.on('error', () => undefined);
  return worker;
};
