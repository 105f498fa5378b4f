import { type Client, createClient } from '@pairspace/client';
import { ownKey } from '../seats/agent-keys.ts';
import type { Env, Identity } from '../seats/identity.ts';

const headersOf = (env: Env, kept: string | undefined): [name: string, key: string][] =>
  Object.entries({
    'x-create-key': env['PAIRSPACE_CREATE_KEY'],
    'x-agent-key': env['PAIRSPACE_AGENT_KEY'] ?? kept,
  }).flatMap(([name, key]): [string, string][] => (key === undefined ? [] : [[name, key]]));

interface Whose {
  env: Env;
  /** The service that the keys are for. */
  own: string;
  identity: Identity;
}

/**
 * A client that sends the create key and the agent key of the environment; setup may keep the agent key, too. The keys
 * go to the service `own` alone, because a link may lead anywhere (DOOR-21).
 */
export const clientWithKeys = ({ env, own, identity }: Whose, at: { baseUrl: string; token?: string }): Client => {
  const isOwn = new URL(at.baseUrl).origin === new URL(own).origin;
  const keys = isOwn ? headersOf(env, ownKey(env, own, identity)?.key) : [];
  const send: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, key] of keys) headers.set(name, key);
    return fetch(url, { ...init, headers });
  };
  return createClient(keys.length === 0 ? at : { ...at, fetch: send });
};
