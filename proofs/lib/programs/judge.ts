/**
 * The pointers and reads of a model after some messages: numbers of pointers, the time to the first, and the reads of
 * each message.
 */
export interface ReadNews {
  pointers: readonly number[];
  ms: number;
  reads: readonly number[];
}

interface Timed extends ReadNews {
  /** How many times longer than on a quiet machine things took. */
  slowness: number;
}

/** The reach of an agent that others see, and after how long they saw it. */
interface Reach extends Pick<Timed, 'ms' | 'slowness'> {
  seen: string;
  wanted: string;
  withinMs: number;
}

/** A receipt beside what the model was told, and has read and marked as read. */
export interface Receipt {
  seq: number;
  state: string;
  via: string;
  wasTold: boolean;
  wasRead: boolean;
}

/** The claims about messages that a model did not get, as they are a while after they were posted. */
interface Unheard {
  /** The states of their receipts. */
  states: readonly string[];
  /** The states that are true. */
  allowed: readonly string[];
  /** How many of them count as unread, and how many there are. */
  unread: number;
  posted: number;
  reach?: { seen: string; wanted: string };
  /** How many pointers conversations heard that do not hold the seat. */
  strayPointers: number;
}

/** A task that was sent to an idle agent over A2A, as its sender sees it at the end. */
interface SentTask {
  pointers: number;
  state: string | undefined;
  text: string | undefined;
  wanted: string;
}

/** A settings file before setup, after it, and after its removal. */
interface Settings {
  path: string;
  before: string;
  again: string;
  removed: string;
}

const ours =
  /pairspace|PAIRSPACE|^"(?:type|command|args|timeout|matcher|env|hooks|trust|tools|environment|enabled)"|^[[\]{},]*$|^"(?:SessionStart|UserPromptSubmit|PreToolUse|PostToolUse|Stop|AfterTool|AfterAgent|permissions|allow|mcpServers|mcp)"|^(?:command|args|env_vars|default_tools_approval_mode) = |^"(?:\*|\/.*(?:node|main\.js))",?$/;

const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());

const readOnce = ({ reads }: Pick<ReadNews, 'reads'>): string | undefined =>
  reads.every((count) => count === 1) ? undefined : `read ${reads.join(', ')} times`;

/** Requires at least one pointer, no pointer twice, and exactly one read of each message. */
const once = ({ pointers, reads }: ReadNews): string | undefined => {
  if (pointers.length === 0) return `told by no pointer, and read ${reads.join(', ')} times`;
  if (new Set(pointers).size < pointers.length) return `told more than once: #${pointers.join(', #')}`;
  return readOnce({ reads });
};

/** A program on a busy machine has as many times longer as everything there takes. */
const late = (what: string, { ms, slowness }: Pick<Timed, 'ms' | 'slowness'>, withinMs: number): string | undefined =>
  ms <= withinMs * slowness
    ? undefined
    : `${what} after ${ms.toFixed(0)} ms, on a machine that was ${slowness.toFixed(1)} times slower than a quiet one`;

const soon = (told: Timed, withinMs: number): string | undefined => once(told) ?? late('told', told, withinMs);

/** The checks of a program: each takes observations and returns a problem. */
export const judge = {
  tools: (seen: Readonly<Record<'send' | 'note' | 'conflict', boolean>>) =>
    Object.values(seen).every(Boolean) ? undefined : JSON.stringify(seen),
  working: ({ isDeaf, ...told }: Timed & { isDeaf: boolean }) => (isDeaf ? once(told) : soon(told, 8000)),
  turnEnd: once,
  idle: ({ withinMs, ...told }: Timed & { withinMs: number }) => soon(told, withinMs),
  reach: ({ seen, wanted, withinMs, ...when }: Reach) =>
    seen === wanted ? late('shown', when, withinMs) : `${seen}, and it is ${wanted}`,
  // A resumed conversation may get the news twice: from the hook at its start, and from the waker.
  resume: readOnce,
  twice: once,
  together: readOnce,
  work: ({ missing }: { missing: readonly string[] }) => (missing.length === 0 ? undefined : missing.join(' ')),
  receipts: ({ seq, state, via, wasTold, wasRead }: Receipt) => {
    const truth = wasRead ? 'read' : wasTold ? 'offered' : 'queued';
    return state === truth ? undefined : `#${String(seq)} is ${state} via ${via}, and is ${truth}`;
  },
  unheard: ({ states, allowed, unread, posted, reach, strayPointers }: Unheard) => {
    const lie = states.find((state) => !allowed.includes(state));
    if (lie !== undefined) return `a receipt says ${lie}, and only ${allowed.join(' or ')} is true`;
    if (unread < posted) return `${String(unread)} of ${String(posted)} count as unread`;
    if (reach && reach.seen !== reach.wanted) return `its reach is ${reach.seen}, not ${reach.wanted}`;
    return strayPointers === 0 ? undefined : `another conversation heard ${String(strayPointers)} pointers`;
  },
  doctor: ({ code, out, wanted = '' }: { code: number; out: string; wanted?: string }) =>
    code === 0 && !/^FAIL|No seat|There is no seat/m.test(out) && out.includes(wanted) ? undefined : out,
  setup: ({ path, before, again, removed }: Settings) => {
    if (again !== before) return `${path} is another after the second time`;
    if (/dist\/main\.js|mcp_servers\.pairspace|"pairspace": \{/.test(removed)) return `${path} still names us`;
    const kept = new Set(linesOf(removed));
    // JSON that loses an entry may also lose the comma before it and the brackets around it.
    const lost = linesOf(before).filter(
      (line) => !kept.has(line) && !kept.has(line.replace(/,$/, '')) && !ours.test(line),
    );
    return lost.length === 0 ? undefined : `${path} lost ${lost.slice(0, 5).join(' ¶ ')}`;
  },
  task: ({ pointers, state, text, wanted }: SentTask) => {
    if (pointers === 0) return 'told by no pointer';
    return state === 'TASK_STATE_COMPLETED' && text === wanted
      ? undefined
      : `${state ?? 'no task'}: ${text ?? 'no text'}`;
  },
  asks: ({ problem }: { problem: string | undefined }) => problem,
  hooks: ({ ms, nodeMs }: { ms: number; nodeMs: number }) =>
    ms <= Math.max(100, 3 * nodeMs) ? undefined : `${ms.toFixed(0)} ms, Node itself ${nodeMs.toFixed(0)} ms`,
} as const;
