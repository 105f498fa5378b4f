import { siteManifestPath } from '../manifests.ts';
import { Chain, sha256 } from './chain.ts';
import { parseDocument } from './parse-document.ts';
import { arrayAt, objectAt, textAt } from './shape.ts';
import { checkCheckpoint, checkManifest, keyOf } from './signatures.ts';
import { VerificationFailed } from './verification-failed.ts';
import { proven, type Verified, type VerifyOptions } from './verify-export.ts';

/** The files of a site, from any source. */
export interface SiteFiles {
  paths: readonly string[];
  read(path: string): Promise<Uint8Array>;
}

export interface VerifiedSite extends Verified {
  kind: 'site';
  /** The number of checked files. */
  files: number;
}

/**
 * Checks a site: the chain of its log, the checkpoint, and each of its files against the signed manifest. Throws
 * `VerificationFailed`, which names the first thing that is wrong (CHN-8).
 */
export const verifySite = async (site: SiteFiles, { keys, onProgress }: VerifyOptions = {}): Promise<VerifiedSite> => {
  const manifest = objectAt(await readJson(site, siteManifestPath), siteManifestPath);
  if (manifest['format'] !== 'pairspace.site' || manifest['version'] !== 1) {
    throw new VerificationFailed('format', 'This is not a Pairspace site of version 1.');
  }
  const chain = new Chain(textAt(manifest['sessionId'], 'sessionId'), onProgress);
  for (const path of logPaths(site)) {
    for (const event of arrayAt(await readJson(site, path), path)) chain.follow(event);
  }
  const key = keyOf(manifest['publicKey'], keys);
  const { signedAt } = checkCheckpoint(manifest['checkpoint'], chain, key);
  const hashes = checkManifest('site', manifest, chain, key);
  await checkFiles(site, hashes);
  return { kind: 'site', ...proven(chain), signedAt, key, files: hashes.size };
};

const logPage = /^log\/(\d+)\.json$/;

/** The pages of the log in their order. */
const logPaths = ({ paths }: SiteFiles): string[] => {
  const numberOf = (path: string): number => Number(logPage.exec(path)?.[1]);
  return paths.filter((path) => logPage.test(path)).sort((one, other) => numberOf(one) - numberOf(other));
};

const readJson = async (site: SiteFiles, path: string): Promise<unknown> => {
  const fail = (message: string): never => {
    throw new VerificationFailed('format', message, { member: path });
  };
  if (!site.paths.includes(path)) fail(`There is no ${path}.`);
  const bytes = await site.read(path);
  try {
    return parseDocument(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof VerificationFailed) throw error;
    return fail(`${path} is not JSON.`);
  }
};

const checkFiles = async (site: SiteFiles, hashes: ReadonlyMap<string, unknown>): Promise<void> => {
  const fail = (path: string, message: string): never => {
    throw new VerificationFailed('member', `${path} ${message}`, { member: path });
  };
  const present = new Set(site.paths);
  for (const [path, hash] of hashes) {
    if (!present.delete(path)) fail(path, 'is missing.');
    if (sha256(await site.read(path)) !== hash) fail(path, 'is not as the service made it.');
  }
  present.delete(siteManifestPath);
  for (const path of present) fail(path, 'is no part of the site.');
};
