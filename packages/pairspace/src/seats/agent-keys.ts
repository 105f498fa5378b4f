import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAgentId } from '@pairspace/client';
import * as z from 'zod/mini';
import { CommandError } from '../errors.ts';
import { agentProgramIn, type Env, type Identity, programSessionOf } from './identity.ts';
import { replaceFile } from './private-files.ts';
import { seatsFolder } from './seat-store.ts';

const AgentKey = z.object({ agentId: z.string().check(z.refine(isAgentId)), key: z.string() });
type AgentKey = z.output<typeof AgentKey>;

const AgentKeyFile = z.record(z.string(), z.record(z.string(), AgentKey));

/** The file with the agent keys of `pairspace setup --key`, which only its owner can read. */
const agentKeyFile = (env: Env): string => join(dirname(seatsFolder(env)), 'agent-keys.json');

const readKeys = (env: Env): z.output<typeof AgentKeyFile> => {
  const file = agentKeyFile(env);
  try {
    return AgentKeyFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CommandError('failed', `${file} is not the file of agent keys any more.`, 'Remove it.');
  }
};

export const keptKey = (env: Env, service: string, program: string): AgentKey | undefined => {
  const ofService = readKeys(env)[service];
  return ofService && Object.hasOwn(ofService, program) ? ofService[program] : undefined;
};

/** The program of an identity, also where the program is named by `PAIRSPACE_IDENTITY`. */
const programOf = (identity: Identity): string => {
  const named = identity.program === 'custom' ? programSessionOf(identity) : undefined;
  return named !== undefined && agentProgramIn([named]) === named ? named : identity.program;
};

export const ownKey = (env: Env, service: string, identity: Identity): AgentKey | undefined =>
  keptKey(env, service, programOf(identity));

export const keepKey = async (env: Env, service: string, program: string, kept: AgentKey): Promise<void> => {
  const file = agentKeyFile(env);
  const keys = readKeys(env);
  const next = { ...keys, [service]: { ...keys[service], [program]: kept } };
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, `${JSON.stringify(next, null, 2)}\n`, { flush: true });
};
