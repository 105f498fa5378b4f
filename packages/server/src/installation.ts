// Functions for an operator's work with an installation. They are separate, because `index.ts` would load the service
// as well.
export { type Config, readConfig } from './config.ts';
export { systemClock } from './lib/clock.ts';
export { backUpInstallation } from './data-migration/back-up-installation.ts';
export { type CreateKeys, openCreateKeys } from './open-create-keys.ts';
export { makeBackup } from './data-migration/make-backup.ts';
export type { MovedTable } from './data-migration/move-database.ts';
export { moveInstallation } from './data-migration/move-installation.ts';
export { rebuildIndex } from './search/rebuild-index.ts';
