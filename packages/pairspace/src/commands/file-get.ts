import { writeFile } from 'node:fs/promises';
import { command } from '../command.ts';
import { peerText } from '../terminal/peer-text.ts';
import { sitDownOrWatch } from '../work/sit-down.ts';

export const fileGet = command({
  summary: 'print a file, or write it to this machine',
  words: '<path> [to]',
  wordCount: [1, 2],
  options: { force: { help: 'replace what is there' } },
  examples: ['pairspace file get docs/plan.md', 'pairspace file get docs/plan.md plan.md'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [path = '', to] = words;
    const { client, sessionId } = await sitDownOrWatch(run);
    const file = await client.getFile({ sessionId, path }, { signal });
    if (to !== undefined) await writeFile(to, file.content, { flag: given.force ? 'w' : 'wx' });
    if (given.json) terminal.print(JSON.stringify(file));
    else if (to === undefined) terminal.write(terminal.outputIsTerminal ? peerText(file.content) : file.content);
    else terminal.print(`Wrote ${to}, version ${String(file.version)}.`);
  },
});
