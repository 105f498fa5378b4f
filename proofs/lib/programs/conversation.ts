import type { Answer, ModelRequest } from './dialects.ts';

/** The next step of the model: call a tool of Pairspace, run a shell command, or end its turn. */
export type Step = { use: string; given: Readonly<Record<string, unknown>> } | { shell: string } | 'end';

/** A pointer in the form that reached the model. */
export interface HeardPointer {
  session: string;
  seq: number;
  at: number;
}

const test = /\[Pairspace\] Test \w+ of the way to you in (ses_\w+),/g;
const pointer = /\[Pairspace\] \d+ new entr(?:y|ies) in (ses_\w+), up to #(\d+);/g;
const shells = ['Bash', 'exec_command', 'shell_command', 'shell', 'bash', 'run_shell_command'];

/**
 * A conversation with the scripted model. It takes the given steps, reads its inbox after each pointer unless it
 * `ignores` them, and keeps everything that it was told.
 */
export class Conversation {
  /** A word of the first prompt that identifies the conversation. */
  readonly word: string;
  readonly heard: HeardPointer[] = [];
  /** All results of tools. */
  readonly results: string[] = [];
  ignores = false;
  /** The number of ended turns: requests that were answered without a tool. */
  turns = 0;
  readonly #steps: Step[] = [];
  /**
   * The number of times that each pointer and each result occurred in the conversation. A program that resumes repeats
   * all of them.
   */
  readonly #known = new Map<string, number>();
  #mustRead: string | undefined;
  #lastUse = '';

  constructor(word: string) {
    this.word = word;
  }

  /** Adds steps for the next turns. */
  plan(...steps: readonly Step[]): void {
    this.#steps.push(...steps);
  }

  get isDone(): boolean {
    return this.#steps.length === 0 && this.#mustRead === undefined && this.#lastUse === '';
  }

  answer(request: ModelRequest): Answer {
    this.#hear(request);
    const answer = this.#asAnswer(this.#next(request), request);
    if ('text' in answer) this.turns++;
    return answer;
  }

  #hear({ told }: ModelRequest): void {
    const counts = new Map<string, number>();
    const isNew = (line: string): boolean => {
      const count = (counts.get(line) ?? 0) + 1;
      counts.set(line, count);
      if (count <= (this.#known.get(line) ?? 0)) return false;
      this.#known.set(line, count);
      return true;
    };
    for (const { by, text } of told) {
      if (by === 'agent') continue;
      if (by === 'tool' && isNew(`result ${text}`)) this.results.push(text);
      for (const [line, session = '', seq] of [...text.matchAll(pointer), ...text.matchAll(test)]) {
        if (!isNew(line)) continue;
        if (seq !== undefined) this.heard.push({ session, seq: Number(seq), at: Date.now() });
        if (!this.ignores) this.#mustRead = session;
      }
    }
  }

  #next({ told }: ModelRequest): Step {
    const last = told.findLast(({ by }) => by === 'tool')?.text ?? '';
    const read = this.#lastUse === 'pairspace_inbox' ? /pairspace_done (\d+)(; then)?/.exec(last) : null;
    if (read) {
      if (read[2] !== undefined) this.#steps.unshift({ use: 'pairspace_inbox', given: {} });
      return { use: 'pairspace_done', given: { upTo: Number(read[1]) } };
    }
    if (this.#mustRead !== undefined) {
      this.#mustRead = undefined;
      return { use: 'pairspace_inbox', given: {} };
    }
    return this.#steps.shift() ?? 'end';
  }

  #asAnswer(step: Step, { tools }: ModelRequest): Answer {
    this.#lastUse = '';
    if (step === 'end') return { text: 'Done.' };
    if ('shell' in step) {
      const tool = tools.find(({ name }) => shells.includes(name));
      if (!tool) return { text: 'There is no shell.' };
      const isCodex = tool.name === 'exec_command';
      const given = isCodex
        ? { cmd: step.shell, yield_time_ms: 30_000 }
        : { command: step.shell, description: 'Works' };
      return { tool, given };
    }
    const tool = tools.find(({ name }) => name.endsWith(step.use));
    if (tool) {
      this.#lastUse = step.use;
      return { tool, given: step.given };
    }
    // Some programs list the tools of servers only on request.
    const search = tools.find(({ name }) => name === 'ToolSearch');
    if (!search) return { text: `There is no ${step.use}.` };
    this.#steps.unshift(step);
    return { tool: search, given: { query: `select:mcp__pairspace__${step.use}`, max_results: 1 } };
  }
}
