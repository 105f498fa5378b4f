import { readFile } from 'node:fs/promises';
import { createClient } from '@pairspace/client';
import { word } from '@pairspace/protocol';
import { type KnownKey, thumbprintOf, type Verified, verifyAdminLog } from '@pairspace/protocol/verify';
import { verifyArchive, verifyExport, verifySite } from '@pairspace/protocol/verify';
import * as z from 'zod/mini';
import { command, type Options, type Run } from '../command.ts';
import { CommandError, type ExitCode, exitCodes, UsageError } from '../errors.ts';
import { jsonLine, peerLine } from '../terminal/text.ts';
import { KeyStore } from '../work/key-store.ts';
import { type Document, openDocument } from '../work/open-document.ts';

export const verify = command({
  summary: 'check an archive, an export or a site that somebody gave you, without the service',
  words: '<export> …',
  wordCount: [1, 1000],
  options: {
    key: { value: 'key', help: 'the key to believe: its id, or a file with a JWK or a JWK Set' },
    'any-key': { help: 'believe every key; shows only that nobody changed it since somebody signed it' },
  },
  about: [
    'Takes an archive, a JSON export, or the folder of an unpacked site. Names the first event or part that is wrong.',
    'Also takes answers of GET /api/admin/log, page after page. That log has no key: its chain shows that no entry was changed.',
    'Without --key it believes the keys that this machine remembers of each service: pairspace export remembers them, and --service asks a service for its keys first.',
  ],
  examples: [
    'pairspace verify session.json',
    'pairspace verify site/ --key kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    'pairspace verify session.json --service https://pairspace.example',
    'pairspace verify admin-1.json admin-2.json',
  ],
  async run(run) {
    const { given, terminal, words } = run;
    const [first = '', ...others] = words;
    const document = await openDocument(first);
    const entries = adminEntriesIn(document);
    if (entries) {
      if (given.key ?? given.service ?? given['any-key'])
        throw new UsageError('A log of the administration has no key.');
      return printAdminLog(run, [...entries, ...(await entriesOf(others))]);
    }
    if (others.length > 0) throw new UsageError('Several files are pages of a log of the administration.');
    const keys = given['any-key'] === true ? undefined : await believedKeys(run, given.key);
    const onProgress = (events: number): void => {
      if (events % 50_000 === 0) terminal.note(`${String(events)} events checked …`);
    };
    const verified =
      document.kind === 'site'
        ? await verifySite(document.files, { keys, onProgress })
        : document.kind === 'archive'
          ? await verifyArchive(document.pieces, { keys, onProgress })
          : verifyExport(document.value, { keys, onProgress });
    const services = await new KeyStore(run.env).servicesOf(verified.key.kid);
    if (given.json) terminal.print(jsonLine({ ...verified, services }));
    else for (const line of linesOf(verified, services)) terminal.print(peerLine(line));
    return exitCodes.done;
  },
});

/** The entries in a page of the administration log, with or without the envelope of the HTTP answer. */
const adminEntriesIn = (document: Document): readonly unknown[] | undefined => {
  const value = document.kind === 'export' ? document.value : undefined;
  const page = hasOnly(value, ['ok', 'data']) ? value['data'] : value;
  const entries = hasOnly(page, ['items', 'nextCursor']) ? page['items'] : undefined;
  if (Array.isArray(entries) && entries.length === 0) throw new UsageError('The page has no entry.');
  return Array.isArray(entries) ? entries : undefined;
};

const hasOnly = (value: unknown, names: readonly string[]): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.keys(value).every((name) => names.includes(name));

const entriesOf = async (paths: readonly string[]): Promise<unknown[]> => {
  const pages: unknown[] = [];
  for (const path of paths) {
    const document = await openDocument(path);
    const entries = adminEntriesIn(document);
    if (!entries) throw new UsageError(`${path} is no page of a log of the administration.`);
    pages.push(...entries);
  }
  return pages;
};

const printAdminLog = ({ given, terminal }: Run<Options>, entries: readonly unknown[]): ExitCode => {
  const verified = verifyAdminLog(entries);
  if (given.json) terminal.print(jsonLine(verified));
  else {
    terminal.print(`The chain of the log of the administration is whole: ${String(verified.seq)} entries.`);
    terminal.print(peerLine(`  hash  ${verified.hash}`));
  }
  return exitCodes.done;
};

const Jwk = z.object({ x: z.string() });
const Keys = z.union([z.object({ keys: z.array(Jwk) }), z.object({ data: z.object({ keys: z.array(Jwk) }) }), Jwk]);

/** The keys of `--key`: an id, or a file with a JWK or a JWK Set, of which the ids are computed from the keys. */
const keysGiven = async (given: string): Promise<KnownKey[]> => {
  if (/^[A-Za-z0-9_-]{43}$/.test(given)) return [{ kid: given }];
  const text = await readFile(given, 'utf8').catch(() => {
    throw new UsageError(`--key ${given} is no id of a key, and no file.`);
  });
  const keys = parse(text);
  if (!keys) throw new UsageError(`${given} holds no JWK and no JWK Set.`);
  return keys.map(({ x }) => ({ kid: thumbprintOf(x) }));
};

const parse = (text: string): z.output<typeof Jwk>[] | undefined => {
  try {
    const found = Keys.parse(JSON.parse(text));
    if ('x' in found) return [found];
    return 'keys' in found ? found.keys : found.data.keys;
  } catch {
    return undefined;
  }
};

const believedKeys = async (run: Run<Options>, key: string | undefined): Promise<KnownKey[]> => {
  if (key !== undefined) return keysGiven(key);
  const store = new KeyStore(run.env);
  if (run.given.service !== undefined) {
    const { keys } = await createClient({ baseUrl: run.given.service }).listKeys();
    await store.remember(run.given.service, keys);
    return keys;
  }
  const keys = await store.list();
  if (keys.length > 0) return keys;
  throw new CommandError(
    'failed',
    'This machine remembers the key of no service.',
    'Ask the service for it with --service <url>, or give the key that you know with --key <id>.',
  );
};

const linesOf = ({ kind, sessionId, seq, hash, signedAt, key }: Verified, services: readonly string[]): string[] => [
  `The ${kind} of ${word(sessionId)} is as the service made it: ${String(seq)} events, signed ${word(signedAt)}.`,
  `  hash  ${word(hash)}`,
  // Keys of every known service are trusted, so the output names the services of this key.
  `  key   ${word(key.kid)}, ${services.length === 0 ? 'of no service that this machine remembers' : `of ${services.join(', ')}`}`,
];
