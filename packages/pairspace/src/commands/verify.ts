import { createClient } from '@pairspace/client';
import { word } from '@pairspace/protocol';
import type { KnownKey, Verified } from '@pairspace/protocol/verify';
import { verifyExport, verifySite } from '@pairspace/protocol/verify';
import { command, type Options, type Run } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { peerLine } from '../terminal/peer-text.ts';
import { KeyStore } from '../work/key-store.ts';
import { keysGiven } from '../work/keys-given.ts';
import { openDocument } from '../work/open-document.ts';

export const verify = command({
  summary: 'check an export or a site that somebody gave you, without the service',
  words: '<export>',
  wordCount: [1, 1],
  options: {
    key: { value: 'key', help: 'the key to believe: its id, or a file with a JWK or a JWK Set' },
    'any-key': { help: 'believe every key; shows only that nobody changed it since somebody signed it' },
  },
  about: [
    'Takes a JSON export, or the folder of an unpacked site. Names the first event or part that is wrong.',
    'Without --key it believes the keys that this machine remembers of each service: pairspace export remembers them, and --service asks a service for its keys first.',
  ],
  examples: [
    'pairspace verify session.json',
    'pairspace verify site/ --key kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    'pairspace verify session.json --service https://pairspace.example',
  ],
  async run(run) {
    const { given, terminal, words } = run;
    const document = await openDocument(words[0] ?? '');
    const keys = given['any-key'] === true ? undefined : await believedKeys(run, given.key);
    const onProgress = (events: number): void => {
      if (events % 50_000 === 0) terminal.note(`${String(events)} events checked …`);
    };
    const verified =
      document.kind === 'site'
        ? await verifySite(document.files, { keys, onProgress })
        : verifyExport(document.value, { keys, onProgress });
    const services = await new KeyStore(run.env).servicesOf(verified.key.kid);
    if (given.json) terminal.print(jsonLine({ ...verified, services }));
    else for (const line of linesOf(verified, services)) terminal.print(peerLine(line));
    return exitCodes.done;
  },
});

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
    exitCodes.failed,
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
