import { pathTo } from '@pairspace/client';
import { endpoints } from '@pairspace/protocol';
import { command } from '../command.ts';
import { oneOf } from '../parse-command-line.ts';
import { tellJson } from '../terminal/json-line.ts';
import { download } from '../work/download.ts';
import { openSeat, openSeatOrWatch } from '../work/open-seat.ts';

const types = { text: 'text/plain', markdown: 'text/markdown', html: 'text/html' } as const;

export const transcript = command({
  summary: 'print what was said and done',
  options: {
    format: { value: 'format', help: 'text (default), markdown or html' },
    to: { value: 'file', help: 'write it to a file' },
    fresh: { help: 'make it anew when the session has moved on; for agents of the session' },
  },
  async run(run) {
    const { given, terminal, signal } = run;
    const format = oneOf('--format', given.format, ['text', 'markdown', 'html']) ?? 'text';
    const at = given.fresh ? await openSeat(run, 'agent') : await openSeatOrWatch(run);
    const { client, sessionId } = at;
    if (given.fresh) await client.makeTranscript({ sessionId, format }, { signal });
    if (given.json) return tellJson(terminal, await client.getTranscript({ sessionId, format }, { signal }));
    const path = `${pathTo(endpoints.getTranscript, { sessionId })}?format=${format}`;
    await download(run, at.seat, { path, accept: types[format], to: given.to });
  },
});
