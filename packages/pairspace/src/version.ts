import { readFileSync } from 'node:fs';

/** The version of this package: its manifest lies beside the folder of this file, in the source and in the bundle. */
export const readVersion = (): string => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};
