import type { Migration } from './migration.ts';

/**
 * What the jobs of a pool may use in an hour. The hour begins with the first job after the one before; a job counts with
 * what it reserves until it ends. `spent_until` is set while jobs wait for the next hour.
 */
export const hourlyCredits: Migration = {
  version: 33,
  name: 'hourly credits',
  sql: `
    alter table compute_pool add column hourly_credits bigint;
    alter table compute_pool add column hour_began_at bigint not null default 0;
    alter table compute_pool add column hour_credits bigint not null default 0;
    alter table compute_pool add column spent_until bigint;
    create index compute_pool_spent on compute_pool (spent_until) where spent_until is not null;
  `,
};
