export { type App, startApp } from './app.ts';
export { type Config, readConfig } from './config.ts';
export { systemClock } from './lib/clock.ts';
export { backUpInstallation } from './moving/back-up-installation.ts';
export { makeBackup } from './moving/make-backup.ts';
export type { MovedTable } from './moving/move-database.ts';
export { moveInstallation } from './moving/move-installation.ts';
