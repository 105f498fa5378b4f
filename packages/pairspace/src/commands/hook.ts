import { command, type Run } from '../command.ts';
import { type HookEvent, type HookProgram, hookPrograms, identityOfHook } from '../reach/hook-programs.ts';
import { type Json, permissionMinutes } from '../reach/hook-programs.ts';
import { offerByHook } from '../reach/offer-by-hook.ts';
import { ReachFiles } from '../reach/reach-files.ts';
import { editedPaths, warnOfHeldPaths } from '../reach/warn-of-held-paths.ts';
import { seatsFolder, SeatStore } from '../seats/seat-store.ts';
import { jsonLine } from '../terminal/text.ts';
import { UsageError } from '../errors.ts';

/** The time limit, because a program waits for its hooks. */
const withinMs = 3000;

const known = Object.entries(hookPrograms).map(
  ([program, { events, edit, permission }]) =>
    `${program} ${[...Object.keys(events), ...[edit, permission].flatMap((one) => one?.name ?? [])].join('|')}`,
);

const options = {
  expires: {
    value: 'minutes',
    whole: [1, permissionMinutes.most],
    help: 'how long people can answer for a permission, 1 to 1440; default 60',
  },
  vouched: { help: 'only the operator, and people for whom the operator vouches, may answer for a permission' },
} as const;

export const hook = command({
  summary: 'answer a hook of an agent program: say what waits for its agent',
  words: '<program> <event>',
  options,
  about: [
    'Agent programs run it, as pairspace setup tells them to. It reads what the program says from standard input.',
    `Known are: ${known.join('; ')}.`,
    'It prints nothing, or what the program takes for that, where nothing is new, where the service does not respond within 3 s, and where no session was joined. Each event is told once, and nothing is marked as read.',
    'Before an edit it says whose task holds the path, once for each task, and holds up no edit.',
    'For a permission it asks the people of the session, waits for their answer and gives it in the form of the program. Without an answer that approves it denies. Where the agent has no seat it prints nothing, and the program asks its user.',
  ],
  async run(run) {
    const { words, terminal, given } = run;
    const [program = '', name = ''] = words;
    const shape = hookPrograms[program];
    const isPermission = shape?.permission?.name === name;
    const event = shape?.edit?.name === name ? shape.edit : shape?.events[name];
    if (!shape || (!event && !isPermission)) throw new UsageError(`No hook ${program} ${name} is known.`);
    const input = readObject((await terminal.readBytes()).toString());
    const { answer, report } = event
      ? await answerOf(event, { input, shape }, run)
      : { answer: await decisionOf({ input, shape }, run) };
    if (answer) terminal.print(jsonLine(answer));
    else if (given.json) terminal.print('{}');
    await report?.();
    return undefined;
  },
});

interface Heard {
  input: Json;
  shape: HookProgram;
}

type HookRun = Run<typeof options>;

const answerOf = async (
  event: Pick<HookEvent, 'answer'> & Partial<HookEvent>,
  { input, shape }: Heard,
  { words: [program = '', name = ''], env, signal }: HookRun,
): Promise<{ answer: Json | undefined; report?: () => Promise<unknown> }> => {
  const folder = seatsFolder(env);
  const from = {
    identity: identityOfHook(program, input, env),
    seats: new SeatStore(folder),
    files: new ReachFiles(folder),
    signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]),
  };
  const { mode, turn } = event;
  const offers = mode === undefined ? [] : await offerByHook({ ...from, via: `${program} hook ${name}`, mode, turn });
  const text =
    mode === undefined
      ? await warnOfHeldPaths({ ...from, paths: editedPaths(input) })
      : offers.map(({ pointer }) => pointer).join('\n');
  return {
    answer: text === '' ? shape.silence : event.answer(text),
    report: () => Promise.all(offers.map((offer) => offer.report())),
  };
};

/** The decision of people about a permission (ASK-19). Most runs of a hook do not need the code that it imports. */
const decisionOf = async ({ input, shape }: Heard, run: HookRun): Promise<Json | undefined> => {
  const { env, given, signal, words } = run;
  const [program = ''] = words;
  const { permission } = shape;
  if (!permission || permission.leaves?.some((tool) => tool === input['tool_name'])) return undefined;
  const { expires: minutes = permissionMinutes.usual } = given;
  const [{ relayPermission }, { serviceOf }, { untilLeft }] = await Promise.all([
    import('../reach/relay-permission.ts'),
    import('../work/open-seat.ts'),
    import('../work/hang-up.ts'),
  ]);
  const relay = {
    ...{ program, input, identity: identityOfHook(program, input, env), seats: new SeatStore(seatsFolder(env)) },
    ...{ service: serviceOf(run), sessionId: given.session ?? env['PAIRSPACE_SESSION'] },
    ...{ expiresInMs: minutes * 60_000, requires: given.vouched ? ('vouched' as const) : ('token' as const) },
  };
  const decision = await untilLeft((left) => relayPermission({ ...relay, signal: AbortSignal.any([signal, left]) }));
  return decision && permission.answer(decision);
};

const readObject = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};
