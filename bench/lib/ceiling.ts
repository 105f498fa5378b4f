import { freePort, type RunningServer, startServer } from '@pairspace/testkit/process';
import { join } from 'node:path';

/** The least that a server could do for the same promise; its rate is the ceiling of the service's. */
export const startCeiling = async (folder: string): Promise<RunningServer> => {
  const port = await freePort();
  return startServer({ file: join(import.meta.dirname, '../ceiling.ts'), args: [String(port), folder], port });
};
