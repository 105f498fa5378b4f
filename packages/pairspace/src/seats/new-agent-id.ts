import { createHash, randomBytes } from 'node:crypto';
import { homedir, hostname, userInfo } from 'node:os';
import { agentProgramIn, type Identity, programSessionOf } from './identity.ts';

/**
 * The agentId for an agent that has not chosen one. It is the same in all Pairspace sessions of one program session; a
 * shell gets a new one each time, because nothing distinguishes two agents in it. A program without distinguishable
 * sessions has one per home folder.
 */
export const newAgentId = (identity: Identity): string => {
  const { program, key } = identity;
  const shared = program === 'custom' ? programSessionOf(identity) : undefined;
  if (shared !== undefined && agentProgramIn([shared]) === shared) {
    return `${shared}-${digestOf(JSON.stringify([shared, hostname(), homedir()]))}`;
  }
  if (program === 'shell') return `${userName()}-${randomBytes(3).toString('hex')}`;
  return `${program}-${digestOf(key)}`;
};

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

const userName = (): string => {
  try {
    return userInfo().username.replace(/[^A-Za-z0-9._-]/g, '') || 'agent';
  } catch {
    return 'agent';
  }
};
