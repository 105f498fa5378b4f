import { path } from './builtins.js';
import { MemFs } from './mem-fs.js';

/**
 * The initial files of a job, in `/work`.
 * @param {import('./job-channel.js').Job} job
 */
export const filesOfJob = (job) => {
  const files = new MemFs({ maxBytes: job.limits.diskBytes, maxFiles: job.limits.maxFiles });
  files.makeDirectories('work');
  files.makeDirectories('tmp');
  for (const { path: name, content } of job.files) {
    files.makeDirectories(path.join('work', path.dirname(name)));
    files.writeFile(`work/${name}`, content);
  }
  return files;
};

/**
 * The files in `/work` at the end of a job.
 * @param {MemFs} files
 */
export const filesInWork = (files) => {
  const work = files.find('work');
  return work?.kind === 'directory' ? files.walk(work) : [];
};
