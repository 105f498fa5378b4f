import { createHash, randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Identity } from './identity.ts';

/**
 * The agentId of whoever has not chosen one: the same in all sessions of one agent program, and a new one for a shell,
 * where nothing tells two agents apart.
 */
export const newAgentId = ({ program, key }: Identity): string => {
  if (program === 'shell') return `${userName()}-${randomBytes(3).toString('hex')}`;
  return `${program}-${createHash('sha256').update(key).digest('hex').slice(0, 8)}`;
};

const userName = (): string => {
  try {
    return userInfo().username.replace(/[^A-Za-z0-9._-]/g, '') || 'agent';
  } catch {
    return 'agent';
  }
};
