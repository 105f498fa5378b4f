import type { Answer, ModelRequest } from './dialects.ts';

/** The next step of the model: call a tool of Pairspace, run a shell command, or end its turn. */
export type Step =
  | { use: string; given: Readonly<Record<string, unknown>> }
  /** With `asks`, in a program whose model says itself that its user must permit the command. */
  | { shell: string; asks?: true }
  | 'end';

/** A pointer in the form that reached the model. */
export interface HeardPointer {
  session: string;
  seq: number;
  at: number;
}

const test = /\[Pairspace\] Test \w+ of the way to you in (ses_\w+),/g;
// Claude Code repeats the words of a hook that goes on with a turn after the command of the hook.
const pointer = /(?<!hook claude-code Stop": )\[Pairspace\] \d+ new entr(?:y|ies) in (ses_\w+), up to #(\d+);/g;
const shells = ['Bash', 'exec_command', 'shell_command', 'shell', 'bash', 'run_shell_command'];

/** How often a model waits for a tool that its program does not offer. */
const mostMissed = 30;

/**
 * A conversation with the scripted model. It takes the given steps, reads its inbox after each pointer unless it
 * `ignores` them, and keeps everything that it was told.
 */
export class Conversation {
  /** A word of the first prompt that identifies the conversation. */
  readonly word: string;
  /** The session and agent of the model, which pointers name. */
  seat: string | undefined;
  readonly heard: HeardPointer[] = [];
  /** All results of tools. */
  readonly results: string[] = [];
  ignores = false;
  /** The model refuses every request. */
  refuses = false;
  /** The number of requests in the conversation. */
  requests = 0;
  /** Requests that were not answered with a tool: so many turns have ended. */
  turns = 0;
  #steps: Step[] = [];
  /** How often each pointer and each result stood in the conversation: a program that resumes tells all of it again. */
  readonly #known = new Map<string, number>();
  #mustRead: string | undefined;
  #missed = 0;
  #lastUse = '';

  constructor(word: string) {
    this.word = word;
  }

  /** Adds steps for the next turns. */
  plan(...steps: readonly Step[]): void {
    this.#steps.push(...steps);
  }

  /** Works no longer. The inbox that it reads, it reads to the end. */
  rest(): void {
    this.#steps = this.#steps.filter((step) => step !== 'end' && !('shell' in step));
  }

  get isDone(): boolean {
    return this.#steps.length === 0 && this.#mustRead === undefined && this.#lastUse === '';
  }

  answer(request: ModelRequest): Answer {
    this.requests++;
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

  #asAnswer(step: Step, request: ModelRequest): Answer {
    const { tools } = request;
    this.#lastUse = '';
    if (step === 'end') return { text: 'Done.' };
    if ('shell' in step) {
      const tool = tools.find(({ name }) => shells.includes(name));
      if (!tool) return { text: 'There is no shell.' };
      const isCodex = tool.name === 'exec_command';
      const given = isCodex
        ? {
            ...{ cmd: step.shell, yield_time_ms: 30_000 },
            ...(step.asks && { sandbox_permissions: 'require_escalated', justification: 'It is a test.' }),
          }
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
    if (!search && ++this.#missed > mostMissed) return { text: `There is no ${step.use}.` };
    this.#steps.unshift(step);
    if (search) return { tool: search, given: { query: `select:mcp__pairspace__${step.use}`, max_results: 1 } };
    // A program may ask its model before its MCP servers have started.
    return this.#asAnswer({ shell: `sleep 2; echo ${String(this.#missed)}` }, request);
  }
}
