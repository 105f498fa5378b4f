import { freePort, type RunningServer, startServer } from '@pairspace/testkit/process';
import { join } from 'node:path';

/** Starts the minimal server with the same durability; its rate is the ceiling for the service. */
export const startCeiling = async (folder: string): Promise<RunningServer> => {
  const port = await freePort();
  return startServer({ file: join(import.meta.dirname, '../ceiling.ts'), args: [String(port), folder], port });
};
