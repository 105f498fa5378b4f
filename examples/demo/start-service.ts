import { createClient } from '@pairspace/client';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from './child.ts';

/** A service of the demo's own, removed with its data when `children` is disposed. Returns its address. */
export const startService = async (
  children: AsyncDisposableStack,
  { compute }: { compute: 'on' | 'off' },
): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'pairspace-demo-'));
  children.defer(() => rm(folder, { recursive: true, force: true }));
  const ready = Promise.withResolvers<string>();
  const service = Child.start(children, new URL('../../packages/server/src/main.js', import.meta.url), [], {
    env: {
      HOST: '127.0.0.1',
      PORT: '0',
      PAIRSPACE_DATA: folder,
      PAIRSPACE_LOG: 'info',
      PAIRSPACE_COMPUTE: compute,
    },
    onLine: (line) => {
      const url = /"url":"(http[^"]+)"/.exec(line)?.[1];
      if (url !== undefined) ready.resolve(url);
    },
  });
  service.done.catch(ready.reject);
  return ready.promise;
};

const answersWithinMs = 2000;

/** The service of `PAIRSPACE_URL`, otherwise a service on this machine; undefined without either. */
export const runningService = async (): Promise<string | undefined> => {
  const named = process.env['PAIRSPACE_URL'];
  const baseUrl = named === undefined || named === '' ? 'http://127.0.0.1:8787' : named.replace(/\/+$/, '');
  const asked = createClient({ baseUrl }).listSessions({ limit: 1 }, { signal: AbortSignal.timeout(answersWithinMs) });
  return asked.then(
    () => baseUrl,
    () => undefined,
  );
};
