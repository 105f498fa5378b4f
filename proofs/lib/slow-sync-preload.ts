import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Loaded into a service before its own code; stands for the disk that slow-disk.ts describes. */
const delayMs = Number(process.env['PROOF_SYNC_MS']);
const failsWhen = process.env['PROOF_SYNC_FAILS'] ?? '';
const { fdatasync } = fs;

const slow = (fd: number, done: fs.NoParamCallback): void => {
  setTimeout(() => {
    if (fs.existsSync(failsWhen)) done(Object.assign(new Error('the disk fails'), { code: 'EIO' }));
    else fdatasync(fd, done);
  }, delayMs);
};

Object.assign(fs, { fdatasync: slow });
syncBuiltinESMExports();
