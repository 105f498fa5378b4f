import { command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { hookPrograms, identityOfHook } from '../reach/hook-programs.ts';
import { offerByHook } from '../reach/offer-by-hook.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { reachFilesIn, seatStoreIn } from '../work/open-seat.ts';

/** The time limit, because a program waits for its hooks. */
const withinMs = 3000;

const known = Object.entries(hookPrograms).map(
  ([program, { events }]) => `${program} ${Object.keys(events).join('|')}`,
);

export const hook = command({
  summary: 'answer a hook of an agent program: say what waits for its agent',
  words: '<program> <event>',
  wordCount: [2, 2],
  about: [
    'Agent programs run it, as pairspace setup tells them to. It reads what the program says from standard input.',
    `Known are: ${known.join('; ')}.`,
    'It prints nothing, or what the program takes for that, where nothing is new, where the service does not respond within 3 s, and where no session was joined. Each event is told once, and nothing is marked as read.',
  ],
  async run({ words, env, terminal, signal, ...run }) {
    const [program = '', name = ''] = words;
    const shape = hookPrograms[program];
    const event = shape?.events[name];
    if (!shape || !event) {
      // The error is printed here, because this command is a file of its own whose error classes the rest does not
      // know.
      terminal.note(`error: No hook ${program} ${name} is known.`);
      terminal.note('  → pairspace hook --help');
      return exitCodes.usage;
    }
    const input = readObject(await terminal.readInput());
    const pointer = await offerByHook({
      identity: identityOfHook(program, input, env),
      seats: seatStoreIn({ env }),
      files: reachFilesIn({ env }),
      via: `${program} hook ${name}`,
      mode: event.mode,
      turn: event.turn,
      signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]),
    });
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
