import { command } from '../command.ts';
import { editedPaths } from '../reach/edited-paths.ts';
import { hookPrograms, identityOfHook } from '../reach/hook-programs.ts';
import { offerByHook } from '../reach/offer-by-hook.ts';
import { ReachFiles } from '../reach/reach-files.ts';
import { warnOfHeldPaths } from '../reach/warn-of-held-paths.ts';
import { seatsFolder, SeatStore } from '../seats/seat-store.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { UsageError } from '../usage-error.ts';

/** The time limit, because a program waits for its hooks. */
const withinMs = 3000;

const known = Object.entries(hookPrograms).map(
  ([program, { events, edit }]) => `${program} ${[...Object.keys(events), ...(edit ? [edit.name] : [])].join('|')}`,
);

export const hook = command({
  summary: 'answer a hook of an agent program: say what waits for its agent',
  words: '<program> <event>',
  wordCount: [2, 2],
  about: [
    'Agent programs run it, as pairspace setup tells them to. It reads what the program says from standard input.',
    `Known are: ${known.join('; ')}.`,
    'It prints nothing, or what the program takes for that, where nothing is new, where the service does not respond within 3 s, and where no session was joined. Each event is told once, and nothing is marked as read.',
    'Before an edit it says whose task holds the path, once for each task, and holds up no edit.',
  ],
  async run({ words, env, terminal, signal, ...run }) {
    const [program = '', name = ''] = words;
    const shape = hookPrograms[program];
    const event = shape?.edit?.name === name ? shape.edit : shape?.events[name];
    if (!shape || !event) throw new UsageError(`No hook ${program} ${name} is known.`);
    const input = readObject(await terminal.readInput());
    const folder = seatsFolder(env);
    const from = {
      identity: identityOfHook(program, input, env),
      seats: new SeatStore(folder),
      files: new ReachFiles(folder),
      signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]),
    };
    const pointer =
      'mode' in event
        ? await offerByHook({ ...from, via: `${program} hook ${name}`, mode: event.mode, turn: event.turn })
        : await warnOfHeldPaths({ ...from, paths: editedPaths(input) });
    const answer = pointer === '' ? shape.silence : event.answer(pointer);
    if (answer) terminal.print(jsonLine(answer));
    else if (run.given.json) terminal.print('{}');
    return undefined;
  },
});

const readObject = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};
