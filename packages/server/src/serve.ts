import type { Logger } from 'pino';
import { type App, startApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { createLog } from './create-log.ts';
import { systemClock } from './lib/clock.ts';
import { releaseMemory } from './lib/release-memory.ts';
import { startRefusalOf } from './lib/start-refusal.ts';
import { lockFolder } from './storage/sqlite/lock-folder.ts';

/** Runs the service with the settings of the environment until SIGTERM or SIGINT. Tests give it other constants. */
export const serve = async (constants: Partial<Config> = {}): Promise<void> => {
  const config = { ...settings(), ...constants };
  const log = await createLog({ level: config.logLevel, isTerminal: process.stdout.isTTY });

  // A signal without a listener does not end process 1 of a container.
  const stopStarting = (): void => process.exit(0);
  process.on('SIGTERM', stopStarting).on('SIGINT', stopStarting);

  const start = (): Promise<App> => {
    // The lock lasts for as long as the process lives.
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
  releaseMemory();
  const data =
    config.databaseUrl === undefined ? config.dataFolder : `PostgreSQL on ${new URL(config.databaseUrl).host}`;
  log.info({ url: app.url, data }, `Pairspace is ready on ${app.url}`);

  const stop = stopper(app, log);
  process.off('SIGTERM', stopStarting).on('SIGTERM', stop);
  process.off('SIGINT', stopStarting).on('SIGINT', stop);
};

/** Stops the service once, and ends the process. */
const stopper = (app: App, log: Logger): ((signal: NodeJS.Signals) => void) => {
  let stopping = false;
  return (signal) => {
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
};

const settings = (): Config => {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
};
