/**
 * The pointers and reads of a model after some messages: numbers of pointers, the time to the first, and the reads of
 * each message.
 */
export interface ReadNews {
  pointers: readonly number[];
  ms: number;
  reads: readonly number[];
}

/** A receipt beside what the model was told, and has read and marked as read. */
export interface Receipt {
  seq: number;
  state: string;
  via: string;
  /** Whether a pointer to it, or to a later one, reached the model. */
  wasTold: boolean;
  /** Whether the program keeps a pointer and gives no sign: what its model ignores may stay `queued`. */
  keepsQueue: boolean;
  /** Whether a result has its text. A look that marks nothing, as `inbox --keep`, need not move a position. */
  wasShown: boolean;
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

/** The longest wait for a pointer, above which nothing comes. */
const hangMs = 120_000;

const soon = (told: ReadNews): string | undefined =>
  once(told) ?? (told.ms <= hangMs ? undefined : `told after ${told.ms.toFixed(0)} ms`);

/** The checks of a program: each takes observations and returns a problem. */
export const judge = {
  tools: (seen: Readonly<Record<'send' | 'note' | 'conflict', boolean>>) =>
    Object.values(seen).every(Boolean) ? undefined : JSON.stringify(seen),
  working: soon,
  turnEnd: once,
  idle: soon,
  reach: ({ seen, wanted }: { seen: string; wanted: string }) =>
    seen === wanted ? undefined : `${seen}, and it is ${wanted}`,
  // A resumed conversation may get the news twice: from the hook at its start, and from the waker.
  resume: readOnce,
  twice: once,
  receipts: ({ seq, state, via, wasTold, keepsQueue, wasShown, wasRead }: Receipt) => {
    if (state === 'queued' && !wasRead && (wasTold ? keepsQueue && !wasShown : wasShown)) return undefined;
    const truth = wasRead ? 'read' : wasTold || wasShown ? 'offered' : 'queued';
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
} as const;
