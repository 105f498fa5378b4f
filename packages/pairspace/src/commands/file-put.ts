import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { isAbsolute, normalize, sep } from 'node:path';
import { inQuotes } from '@pairspace/protocol';
import { command, type CommandEnvironment } from '../command.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { UsageError } from '../usage-error.ts';
import { emptyOption, notEmpty } from '../work/content-of.ts';
import { openSeat } from '../work/open-seat.ts';

export const filePut = command({
  summary: 'share a file of this machine, or standard input',
  words: '<file or -> [path]',
  wordCount: [1, 2],
  options: {
    expect: { value: 'version', help: 'the version that it replaces; 0: it must not be there' },
    ...emptyOption,
  },
  about: [
    'Text is shared as text, and other bytes as they are.',
    '[path] is where it goes in the session; without it, the path as given.',
  ],
  examples: [
    'pairspace file put docs/plan.md',
    'pairspace file put plot.png',
    'pairspace file put - out.txt < out.txt',
  ],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [source = '', path = source] = words;
    const expectedVersion = wholeNumberIn('expect', given.expect, [0, Number.MAX_SAFE_INTEGER]);
    const bytes = source === '-' ? undefined : await readFile(source);
    if (path === '-' || (words.length === 1 && isElsewhere(path))) {
      const what = bytes ? 'it' : 'standard input';
      throw new UsageError(`Say what ${what} is called in the session: pairspace file put ${path} <path>`);
    }
    const content = encoded(bytes ?? (await inputOf(run, given.empty)));
    const { client, sessionId } = await openSeat(run, 'agent');
    const file = await client.writeFile(
      { sessionId, path: path.replace(/^\.\//, ''), ...content, expectedVersion },
      { signal },
    );
    terminal.print(given.json ? jsonLine(file) : line`Shared ${inQuotes(file.path)}, version ${file.version}.`);
  },
});

const inputOf = async (
  { terminal }: Pick<CommandEnvironment, 'terminal'>,
  empty: boolean | undefined,
): Promise<Buffer> => notEmpty(await terminal.readBytes(), { from: 'Standard input', what: 'the content', empty });

/** Whether a path of this machine leads out of the folder, so that it is no path of a session. */
const isElsewhere = (path: string): boolean => isAbsolute(path) || normalize(path).split(sep)[0] === '..';

/** Text is sent as text, so that others can edit it. */
const encoded = (bytes: Buffer): { content: string; encoding?: 'base64' } =>
  isUtf8(bytes) && !bytes.includes(0)
    ? { content: bytes.toString() }
    : { content: bytes.toString('base64'), encoding: 'base64' };
