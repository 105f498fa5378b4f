// Hands lines of Pairspace to the agent that uses it. Written by pairspace setup.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const launcher = ['pairspace'];

export const Pairspace = async ({ client, directory }) => {
  // The OpenCode sessions by the seats that their agents use; '' is the newest seat. Only these agents are woken.
  const holders = new Map();
  let monitor;
  const handTo = async (sessionID, text) => {
    const message = { path: { id: sessionID }, body: { parts: [{ type: 'text', text }] } };
    const { error } = await client.session.promptAsync(message);
    if (error) throw error;
  };
  const hand = async (line) => {
    const [, seat] = /with seat (\S+?),/.exec(line) ?? [];
    const holder = holders.get(seat) ?? holders.get('');
    if (holder === undefined) throw new Error('No session uses this seat.');
    await handTo(holder, line);
  };
  // The monitor follows only the seats that it is told.
  const use = (from, seat) => {
    monitor ??= startMonitor(hand);
    holders.set(seat, from);
    monitor.stdin.write(`seat ${seat}`.trim() + '\n');
  };
  // A conversation that goes on after a restart has used Pairspace before.
  const recalled = new Set();
  const recall = async (from) => {
    if (recalled.has(from)) return;
    recalled.add(from);
    const { data = [] } = await client.session.messages({ path: { id: from } });
    for (const { tool, state } of data.flatMap(({ parts }) => parts)) {
      if (isOfPairspace(tool, state?.input)) use(from, seatOf(tool, state?.input, state?.output));
    }
  };
  return {
    'chat.message': async ({ sessionID: from }) => {
      recall(from).catch(() => undefined);
    },
    'shell.env': async (_input, output) => {
      Object.assign(output.env, { PAIRSPACE_IDENTITY: 'opencode' });
    },
    'tool.execute.before': async ({ tool, sessionID: from }, { args }) => {
      recalled.add(from);
      if (isOfPairspace(tool, args) && !takesSeat(tool, args)) use(from, seatOf(tool, args));
      if (![...holders.values()].includes(from) || !editTools.has(tool)) return;
      const pointer = await askBeforeEdit(args, directory).catch(() => undefined);
      if (pointer) handTo(from, pointer).catch(() => undefined);
    },
    'tool.execute.after': async ({ tool, sessionID: from, args }, { output }) => {
      if (takesSeat(tool, args)) use(from, seatOf(tool, args, output));
    },
  };
};

const editTools = new Set(['edit', 'write', 'multiedit', 'patch', 'apply_patch']);
const mostWaitMs = 4000;

/** The line about whose task holds the paths of an edit; nothing where the command fails or takes too long. */
const askBeforeEdit = async (args, cwd = process.cwd()) => {
  const child = start(['hook', 'opencode', 'edit'], 'opencode');
  const timer = setTimeout(() => child.kill(), mostWaitMs);
  try {
    child.stdin.end(JSON.stringify({ cwd, tool_input: args }));
    let answer = '';
    for await (const piece of child.stdout) answer += piece;
    return answer === '' ? undefined : JSON.parse(answer).pointer;
  } finally {
    clearTimeout(timer);
  }
};

const startMonitor = (hand) => {
  const monitor = start(['monitor', '--confirmed', '--via', 'opencode plugin'], 'opencode');
  createInterface({ input: monitor.stdout }).on('line', (line) => {
    // A line that is written back was handed over.
    hand(line).then(
      () => monitor.stdin.write(`${line}\n`),
      () => undefined,
    );
  });
  return monitor;
};
