import { bytesOfFile, inQuotes } from '@pairspace/protocol';
import { writeFile } from 'node:fs/promises';
import { command } from '../command.ts';
import { sizeText } from '../terminal/columns.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line, peerText } from '../terminal/peer-text.ts';
import { openSeatOrWatch } from '../work/open-seat.ts';

export const fileGet = command({
  summary: 'print a file, or write it to this machine',
  words: '<path> [to]',
  wordCount: [1, 2],
  options: { force: { help: 'replace what is there' } },
  examples: [
    'pairspace file get docs/plan.md',
    'pairspace file get plot.png plot.png',
    'pairspace file get docs/plan.md plan.md',
  ],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [path = '', to] = words;
    const { client, sessionId } = await openSeatOrWatch(run);
    const file = await client.getFile({ sessionId, path }, { signal });
    if (to !== undefined) await writeFile(to, bytesOfFile(file), { flag: given.force ? 'w' : 'wx' });
    if (given.json) terminal.print(jsonLine(file));
    else if (to !== undefined) terminal.print(line`Wrote ${inQuotes(to, 400)}, version ${file.version}.`);
    else if (!terminal.outputIsTerminal) terminal.write(file.encoding === 'utf-8' ? file.content : bytesOfFile(file));
    else if (file.encoding === 'utf-8') terminal.write(peerText(file.content));
    else
      terminal.note(
        `It is not text: ${inQuotes(file.mediaType)}, ${sizeText(file.size)}. Say where to write it: [to].`,
      );
  },
});
