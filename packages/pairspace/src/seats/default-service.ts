import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serviceAddress } from '@pairspace/client';
import { CommandError } from '../errors.ts';
import type { Env } from './identity.ts';
import { seatsFolder } from './seat-store.ts';

/** The file with the service of `pairspace setup --service`, as one line. */
const defaultServiceFile = (env: Env): string => join(dirname(seatsFolder(env)), 'service');

/** The default service: that of `pairspace setup`, otherwise one on this machine. */
export const defaultServiceOf = (env: Env): string => {
  const file = defaultServiceFile(env);
  const kept = readIfThere(file)?.trim();
  if (kept === undefined) return 'http://127.0.0.1:8787';
  const address = serviceAddress(kept);
  if (address !== undefined) return address;
  throw new CommandError('failed', `${file} does not hold the address of a service.`, 'Remove it.');
};

const readIfThere = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** The change of the file of the default service; undefined for none. Without a service the file is removed. */
export const changeOfDefaultService = (env: Env, service: string | undefined) => {
  const path = defaultServiceFile(env);
  const before = readIfThere(path);
  const after = service === undefined ? undefined : `${service}\n`;
  const lines = [service === undefined ? `- ${before?.trim() ?? ''}` : `+ ${service}`];
  return before === after ? undefined : { path, before, after, lines };
};
