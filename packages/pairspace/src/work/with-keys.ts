import { type Client, createClient } from '@pairspace/client';

type Env = Readonly<Record<string, string | undefined>>;

const headersOf = (env: Env): [name: string, key: string][] =>
  Object.entries({ 'x-create-key': env['PAIRSPACE_CREATE_KEY'], 'x-agent-key': env['PAIRSPACE_AGENT_KEY'] }).flatMap(
    ([name, key]): [string, string][] => (key === undefined || key === '' ? [] : [[name, key]]),
  );

/**
 * A client that sends the keys of the environment: that of a closed service, and that of a protected agentId. They go to
 * the service `own` alone, for a link may lead anywhere (DOOR-21).
 */
export const clientWithKeys = (env: Env, own: string, at: { baseUrl: string; token?: string }): Client => {
  const keys = new URL(at.baseUrl).origin === new URL(own).origin ? headersOf(env) : [];
  const send: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, key] of keys) headers.set(name, key);
    return fetch(url, { ...init, headers });
  };
  return createClient(keys.length === 0 ? at : { ...at, fetch: send });
};
