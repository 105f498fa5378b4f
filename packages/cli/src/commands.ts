import { settingsAsText } from '@pairspace/server/settings';

interface Command {
  summary: string;
  usage: string;
  load: () => Promise<{ run: (args: string[]) => void | Promise<void> }>;
}

export const commands = {
  serve: {
    summary: 'run the service',
    usage: `Usage: pairspace serve

Runs the service until SIGTERM or SIGINT. Its settings are environment variables, here with their defaults.

${settingsAsText()}`,
    load: () => import('./serve.ts'),
  },
  worker: {
    summary: 'run jobs for a service elsewhere',
    usage: `Usage: pairspace worker --url <service> [--session <id>] [--slots <n>] [--name <name>]
                        [--types <type,type>] [--cache <folder>] [--wheels <folder>]

Claims jobs of the types javascript, python and wasm (--types: some of them) and runs each in a sandbox of its own
here, until SIGTERM or SIGINT; what runs then goes back to the queue. It takes none before the sandbox has tested itself
here, none of a type that failed, and ends with 1 when all did.

The token comes from PAIRSPACE_TOKEN, or --token, which others on this machine can see: the worker token of the session
--session, or the operator's token, with which jobs of all sessions are claimed. --slots: how many jobs run at once,
one for each core unless said.`,
    load: () => import('./worker.ts'),
  },
  doctor: {
    summary: 'test the settings and the walls of the sandbox here',
    usage: `Usage: pairspace doctor

Reads the settings, puts up the sandbox, and lets programs loose in it that try to get out, exceed their memory and
never end. Tells which walls stand on this machine and which runtimes passed; ends with 1 when one did not.`,
    load: () => import('./doctor.ts'),
  },
  backup: {
    summary: 'copy an installation while it runs',
    usage: `Usage: pairspace backup --to <folder>

Copies the installation that the settings name into a folder that must not hold one.

Embedded: the folder of PAIRSPACE_DATA, its database as it is at one moment; the copy is a data folder itself, which a
service runs on with PAIRSPACE_DATA=<folder>. With DATABASE_URL: pg_dump writes pairspace.dump into the folder, for
pg_restore. The file secret.key is copied beside it; a key that comes from PAIRSPACE_SECRET_KEY is not in the backup and
is to be kept where it came from.

A backup holds all that was said, and what the secrets of webhooks are sealed with. Keep it as you keep the original.`,
    load: () => import('./backup.ts'),
  },
  keys: {
    summary: 'make, list and revoke the keys of a closed service',
    usage: `Usage: pairspace keys new [--name <for whom>] [--expires <time>] [--url <service>]
       pairspace keys list [--url <service>]
       pairspace keys revoke <id> [--everything] [--url <service>]

Where PAIRSPACE_CREATE is "key", whoever makes a session, a profile, a rating or a webhook without a token of a session
sends one of these keys as X-Create-Key. "new" prints the key, which is shown this once: the database holds its hash.
"revoke --everything" also ends the tokens, recovery codes, agent keys and webhooks that came under the key.

Without --url the command works on the database that the settings name. A data folder serves one process at a time, so
an embedded database must not be in use then. With --url the service makes the change while it runs, for the operator's
token in PAIRSPACE_ADMIN_TOKEN.`,
    load: () => import('./keys.ts'),
  },
  reindex: {
    summary: 'build the index of the search anew',
    usage: `Usage: pairspace reindex

Makes the index of the search of the installation that the settings name anew from its log, and tells how many sessions
were indexed. With DATABASE_URL the services may run meanwhile; a session is found again when its turn has come. A data
folder serves one process at a time, so an embedded service must be stopped.`,
    load: () => import('./reindex.ts'),
  },
  migrate: {
    summary: 'move an embedded installation to PostgreSQL',
    usage: `Usage: pairspace migrate --from <data folder> --to <postgres://…>

Copies everything of an embedded installation whose service is stopped into an empty database, and compares counts and
hashes of every table on both sides. The source stays as it is. When it is interrupted, the same command goes on.`,
    load: () => import('./migrate.ts'),
  },
} satisfies Record<string, Command>;
