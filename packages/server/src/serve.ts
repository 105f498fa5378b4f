import { type App, startApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { createLog } from './create-log.ts';
import { systemClock } from './lib/clock.ts';
import { startRefusalOf } from './lib/start-refusal.ts';
import { lockFolder } from './storage/sqlite/lock-folder.ts';

const settings = (): Config => {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
};

const config = settings();
const log = createLog({ level: config.logLevel, isTerminal: process.stdout.isTTY });

// A container's process 1 ignores signals without a listener.
const stopStarting = (): void => process.exit(0);
process.on('SIGTERM', stopStarting).on('SIGINT', stopStarting);

const start = (): Promise<App> => {
  // For as long as the process lives.
  if (config.databaseUrl === undefined) lockFolder(config.dataFolder);
  return startApp(config, { clock: systemClock, log });
};

const app = await Promise.try(start).catch((error: unknown) => {
  const refusal = startRefusalOf(error);
  if (refusal !== undefined) {
    process.stderr.write(`${refusal}\n`);
    process.exit(1);
  }
  log.error({ err: error }, `Pairspace could not start: ${(error as Error).message}`);
  process.exit(1);
});
const data = config.databaseUrl === undefined ? config.dataFolder : `PostgreSQL on ${new URL(config.databaseUrl).host}`;
log.info({ url: app.url, data }, `Pairspace is ready on ${app.url}`);

let stopping = false;
const stop = (signal: NodeJS.Signals): void => {
  if (stopping) return;
  stopping = true;
  log.info({ signal }, 'stopping');
  setTimeout(() => process.exit(1), 9500).unref();
  app[Symbol.asyncDispose]().then(
    () => {
      log.info('stopped');
      process.exit(0);
    },
    (err: unknown) => {
      log.error({ err }, 'stopping failed');
      process.exit(1);
    },
  );
};
process.off('SIGTERM', stopStarting).on('SIGTERM', stop);
process.off('SIGINT', stopStarting).on('SIGINT', stop);
