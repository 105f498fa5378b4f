import { createClient, pathTo } from '@pairspace/client';
import { endpoints } from '@pairspace/protocol';
import { command } from '../command.ts';
import { oneOf } from '../parse-command-line.ts';
import { UsageError } from '../usage-error.ts';
import { download } from '../work/download.ts';
import { KeyStore } from '../work/key-store.ts';
import { serviceOf, openSeatOrWatch } from '../work/open-seat.ts';

const kinds = {
  json: { endpoint: endpoints.exportSession, accept: 'application/json' },
  jsonl: { endpoint: endpoints.exportSession, accept: 'application/jsonl', query: '?format=jsonl' },
  zip: { endpoint: endpoints.exportSite, accept: 'application/zip' },
  html: { endpoint: endpoints.exportSite, accept: 'text/html' },
} as const;

export const exportSession = command({
  summary: 'save the whole session as one JSON document, as an archive, as a site, or as one page',
  options: {
    format: {
      value: 'format',
      help: 'json (default), jsonl (an archive of any size), zip (a site that opens offline) or html (one page)',
    },
    to: { value: 'file', help: 'where it goes; without it, standard output', short: 'o' },
  },
  examples: ['pairspace export --to session.json', 'pairspace export --format zip --to session.zip'],
  async run(run) {
    const { given, terminal } = run;
    const format = oneOf('--format', given.format, ['json', 'jsonl', 'zip', 'html']) ?? 'json';
    if (format === 'zip' && given.to === undefined) throw new UsageError('A ZIP needs a file: --to session.zip');
    const { seat, sessionId } = await openSeatOrWatch(run);
    const { endpoint, accept, query } = { query: '', ...kinds[format] };
    if (given.to !== undefined) terminal.note('Fetching the session …');
    await download(run, seat, { path: `${pathTo(endpoint, { sessionId })}${query}`, accept, to: given.to });
    const service = seat?.service ?? serviceOf(run);
    await new KeyStore(run.env).remember(service, (await createClient({ baseUrl: service }).listKeys()).keys);
  },
});
