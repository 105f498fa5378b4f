import { adminLogStart } from '../admin-log.ts';
import { sha256 } from './chain.ts';
import { canonicalText, objectAt } from './shape.ts';
import { VerificationFailed } from './verification-failed.ts';

export interface VerifiedAdminLog {
  kind: 'admin log';
  /** The number of entries. */
  seq: number;
  /** The hash of the newest entry. */
  hash: string;
}

/** Checks a log of the administration from its first entry on, and names the first that is wrong (ADM-4). */
export const verifyAdminLog = (entries: readonly unknown[]): VerifiedAdminLog => {
  let hash = sha256(adminLogStart);
  for (const [index, value] of entries.entries()) {
    const seq = index + 1;
    const { hash: given, ...entry } = objectAt(value, `Entry ${String(seq)}`);
    if (entry['seq'] !== seq) {
      const found = JSON.stringify(entry['seq'] ?? null);
      throw new VerificationFailed('order', `Entry ${String(seq)} is not where it belongs: there stands ${found}.`, {
        seq,
      });
    }
    const text = canonicalText(entry);
    const right = text === undefined ? undefined : sha256(`${hash}\n${text}`);
    if (right === undefined || given !== right) {
      throw new VerificationFailed(
        'hash',
        `Entry ${String(seq)} is not as it was hashed, or the log before it has changed.`,
        {
          seq,
        },
      );
    }
    hash = right;
  }
  return { kind: 'admin log', seq: entries.length, hash };
};
