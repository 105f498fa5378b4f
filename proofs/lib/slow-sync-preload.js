import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { PROOF_SYNC_MS, PROOF_SYNC_FAILS = '' } = process.env;
const { fdatasync } = fs;

/**
 * Loaded into a service before its own code; simulates the disk that slow-disk.ts describes. The file is JavaScript,
 * because a small thread of the service loads it too and cannot load a type stripper.
 * @param {number} fd
 * @param {fs.NoParamCallback} done
 */
const slow = (fd, done) => {
  setTimeout(() => {
    if (fs.existsSync(PROOF_SYNC_FAILS)) done(Object.assign(new Error('the disk fails'), { code: 'EIO' }));
    else fdatasync(fd, done);
  }, Number(PROOF_SYNC_MS));
};

Object.assign(fs, { fdatasync: slow });
syncBuiltinESMExports();
