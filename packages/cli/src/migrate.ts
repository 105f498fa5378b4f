import { moveInstallation, systemClock } from '@pairspace/server/installation';
import { needed, readOptions } from './read-options.ts';
import { UsageError } from './usage-error.ts';

const reportEveryRows = 10_000;

export const run = async (args: string[]): Promise<void> => {
  const options = readOptions(args, ['from', 'to']);
  const from = needed('from', options.from);
  const to = needed('to', options.to);
  if (!/^postgres(ql)?:\/\//.test(to)) throw new UsageError('--to must be a URL that begins with postgres://');
  let copied = 0;
  const moved = await moveInstallation({
    from,
    to,
    clock: systemClock,
    onProgress: (table, rows) => {
      if (Math.floor(copied / reportEveryRows) !== Math.floor((copied + rows) / reportEveryRows)) {
        console.log(`${String(copied + rows)} rows, now ${table}`);
      }
      copied += rows;
    },
  });
  for (const { table, rows, sha256 } of moved) {
    console.log(`${table.padEnd(22)}${String(rows).padStart(10)} rows the same on both sides  ${sha256.slice(0, 16)}`);
  }
  console.log(`Moved. Start the service with DATABASE_URL, and with the same PAIRSPACE_DATA or PAIRSPACE_SECRET_KEY.`);
};
