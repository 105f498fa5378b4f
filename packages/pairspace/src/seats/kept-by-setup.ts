import { dirname, join } from 'node:path';
import { isAgentId, serviceAddress } from '@pairspace/client';
import * as z from 'zod/mini';
import { CommandError } from '../errors.ts';
import { type Env, type Identity, programOf } from './identity.ts';
import { readIfThere, replaceJson } from './private-files.ts';
import { seatsFolder } from './seat-store.ts';

/** The file with the service of `pairspace setup --service`, as one line. */
const defaultServiceFile = (env: Env): string => join(dirname(seatsFolder(env)), 'service');

/** The default service: that of `pairspace setup`, otherwise one on this machine. */
export const defaultServiceOf = (env: Env): string => {
  const file = defaultServiceFile(env);
  const kept = readIfThere(file)?.toString().trim();
  if (kept === undefined) return 'http://127.0.0.1:8787';
  const address = serviceAddress(kept);
  if (address !== undefined) return address;
  throw new CommandError('failed', `${file} does not hold the address of a service.`, 'Remove it.');
};

/** The change of the file of the default service; undefined for none. Without a service the file is removed. */
export const changeOfDefaultService = (env: Env, service: string | undefined) => {
  const path = defaultServiceFile(env);
  const before = readIfThere(path)?.toString();
  const after = service === undefined ? undefined : `${service}\n`;
  const lines = [service === undefined ? `- ${before?.trim() ?? ''}` : `+ ${service}`];
  return before === after ? undefined : { path, before, after, lines };
};

const AgentKey = z.object({ agentId: z.string().check(z.refine(isAgentId)), key: z.string() });
type AgentKey = z.output<typeof AgentKey>;

/** Agent keys by service and program. */
const AgentKeyFile = z.record(z.string(), z.record(z.string(), AgentKey));

/** The file with the agent keys of `pairspace setup --key`, which only its owner can read. */
const agentKeyFile = (env: Env): string => join(dirname(seatsFolder(env)), 'agent-keys.json');

const readKeys = (env: Env): z.output<typeof AgentKeyFile> => {
  const file = agentKeyFile(env);
  try {
    return AgentKeyFile.parse(JSON.parse(readIfThere(file)?.toString() ?? '{}'));
  } catch {
    throw new CommandError('failed', `${file} is not the file of agent keys any more.`, 'Remove it.');
  }
};

export const keptKey = (env: Env, service: string, program: string): AgentKey | undefined => {
  const ofService = readKeys(env)[service];
  return ofService && Object.hasOwn(ofService, program) ? ofService[program] : undefined;
};

export const ownKey = (env: Env, service: string, identity: Identity): AgentKey | undefined =>
  keptKey(env, service, programOf(identity));

export const keepKey = async (env: Env, service: string, program: string, kept: AgentKey): Promise<void> => {
  const keys = readKeys(env);
  await replaceJson(agentKeyFile(env), { ...keys, [service]: { ...keys[service], [program]: kept } });
};
