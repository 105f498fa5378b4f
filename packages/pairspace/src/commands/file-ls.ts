import { type File, inQuotes, someone } from '@pairspace/protocol';
import { command } from '../command.ts';
import { inColumns, sizeText } from '../terminal/columns.ts';
import { tellJson } from '../terminal/json-line.ts';
import { openSeatOrWatch } from '../work/open-seat.ts';

export const fileLs = command({
  summary: 'list the files',
  async run(run) {
    const { given, terminal, signal } = run;
    const { client, sessionId } = await openSeatOrWatch(run);
    const files: File[] = [];
    for await (const file of client.pages('listFiles', { sessionId, limit: 200 }, { signal })) files.push(file);
    if (given.json) return tellJson(terminal, files);
    if (files.length === 0) terminal.note('There are none. Share one: pairspace file put <file>');
    const rows = files.map((file) => [
      sizeText(file.size),
      `v${String(file.version)}`,
      `${file.updatedAt.slice(0, 16)}Z`,
      someone(file.lastEditor.id, file.lastEditor.name),
      inQuotes(file.path, 600),
    ]);
    for (const line of inColumns(rows)) terminal.print(line);
  },
});
