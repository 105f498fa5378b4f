import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { command } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { finishImport, importExport } from '../work/import-export.ts';
import { isArchive } from '../work/open-document.ts';
import { serviceOf } from '../work/open-seat.ts';

export const importSession = command({
  summary: 'open a session from an archive or its JSON export, with its whole log',
  words: '<export>',
  wordCount: [1, 1],
  options: { from: { value: 'url', help: 'the service that the export came from; its log tells it' } },
  about: [
    'The service verifies the export first, and stores nothing of one that is wrong.',
    'It prints a new recovery code for each agent: whoever has the code takes the seat. The token to watch with is kept on this machine.',
    'A closed service wants a key, which PAIRSPACE_CREATE_KEY holds.',
  ],
  examples: ['pairspace import session.jsonl', 'pairspace import session.json --service https://pairspace.example'],
  async run(run) {
    const { given, words, env } = run;
    const [path = ''] = words;
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) throw new UsageError(`There is no file ${path}.`);
    const service = serviceOf(run);
    const document = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
    const createKey = env['PAIRSPACE_CREATE_KEY'];
    const form = (await isArchive(path)) ? 'jsonl' : 'json';
    const imported = await importExport(run, { service, from: given.from, document, form, createKey });
    await finishImport(run, service, imported, () => Promise.resolve({}));
  },
});
