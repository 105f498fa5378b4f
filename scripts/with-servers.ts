import { findNats, startNats } from '@pairspace/testkit/local-nats';
import { findPostgres, startPostgres } from '@pairspace/testkit/local-postgres';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a command with its own PostgreSQL and NATS servers, and stops them afterwards:
 *
 *   node --conditions=pairspace-source scripts/with-servers.ts npm test
 *
 * The command finds them in PAIRSPACE_TEST_DATABASE_URL and PAIRSPACE_TEST_NATS_URL. With `--not-durable` before the
 * command, PostgreSQL waits for no disk: for tests that make hundreds of databases.
 */
const given = process.argv.slice(2);
const durable = given[0] !== '--not-durable';
const [command, ...args] = durable ? given : given.slice(1);
if (command === undefined || findPostgres() === undefined || findNats() === undefined) {
  console.error('Usage: with-servers [--not-durable] <command>. It needs the packages postgresql and nats-server.');
  process.exit(2);
}

await using postgres = await startPostgres({ durable });
await using nats = await startNats();
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, PAIRSPACE_TEST_DATABASE_URL: postgres.url, PAIRSPACE_TEST_NATS_URL: nats.url },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
