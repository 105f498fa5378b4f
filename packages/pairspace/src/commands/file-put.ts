import { command } from '../command.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { contentOf, readText } from '../work/content-of.ts';
import { sitDown } from '../work/sit-down.ts';

export const filePut = command({
  summary: 'share a file of this machine, or standard input',
  words: '<file or -> [path]',
  wordCount: [1, 2],
  options: { expect: { value: 'version', help: 'the version that it replaces; 0: it must not be there' } },
  about: ['[path] is where it goes in the session; without it, the path as given.'],
  examples: ['pairspace file put docs/plan.md', 'pairspace file put - out.txt < out.txt'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [source = '', path = source] = words;
    const expectedVersion = wholeNumberIn('expect', given.expect, [0, Number.MAX_SAFE_INTEGER]);
    const content = source === '-' ? await contentOf({ word: '-', what: 'the file' }, run) : await readText(source);
    const { client, sessionId } = await sitDown(run, 'agent');
    const file = await client.writeFile(
      { sessionId, path: path.replace(/^\.\//, ''), content, expectedVersion },
      { signal },
    );
    terminal.print(given.json ? JSON.stringify(file) : `Shared ${file.path}, version ${String(file.version)}.`);
  },
});
