import { z } from 'zod';
import { canonicalJson } from './canonical-json.ts';
import { Checkpoint, PublicKey } from './checkpoints.ts';
import { SessionId } from './ids.ts';

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({
    description: 'A SHA-256, lower-case hexadecimal',
    examples: ['5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9'],
  });

/** The service's signature over a document that it made, with the hash of each part (CHN-7). */
export const Manifest = z
  .object({
    sessionId: SessionId,
    seq: z
      .int()
      .positive()
      .meta({ description: 'The newest event in the document', examples: [12] }),
    members: z.record(z.string(), sha256).meta({
      description: 'The SHA-256 of each part',
      examples: [{ messages: '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945' }],
    }),
    publicKey: PublicKey.meta({ description: 'The key that signed it, and the checkpoint' }),
    keyId: Checkpoint.shape.keyId,
    signature: Checkpoint.shape.signature,
  })
  .meta({ id: 'Manifest', description: 'The signed hashes of the parts of an export or a site' });
export type Manifest = z.output<typeof Manifest>;

export type DocumentKind = 'export' | 'site';

/** The text that is signed for a manifest (CHN-7). `membersHash` is the hash of the canonical JSON of its members. */
export const manifestText = (
  kind: DocumentKind,
  { sessionId, seq }: Pick<Manifest, 'sessionId' | 'seq'>,
  membersHash: string,
): string => `pairspace.${kind}.v1\n${sessionId}\n${String(seq)}\n${membersHash}`;

/** The lines of an archive before its last one; `digest` is their SHA-256. */
export type SealedLines = Pick<Manifest, 'sessionId' | 'seq'> & { digest: string };

/** The text that is signed for an archive (ARC-1). */
export const sealText = ({ sessionId, seq, digest }: SealedLines): string =>
  `pairspace.archive.v1\n${sessionId}\n${String(seq)}\n${digest}`;

/** The text whose SHA-256 is the `membersHash` of `manifestText`. */
export const membersText = (members: Manifest['members']): string => canonicalJson(members);

/** The path of a site's manifest. */
export const siteManifestPath = 'manifest.json';

/** `manifest.json` of a site. */
export interface SiteManifest extends Manifest {
  format: 'pairspace.site';
  version: 1;
  checkpoint: Checkpoint;
}
