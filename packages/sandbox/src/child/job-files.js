import { path } from './builtins.js';
import { MemFs } from './mem-fs.js';

/**
 * The initial files of a job, in `/work`.
 * @param {Pick<import('./job-channel.js').Job, 'files' | 'limits'>} job
 */
export const filesOfJob = (job) => {
  const files = new MemFs({ maxBytes: job.limits.diskBytes, maxFiles: Infinity });
  for (const folder of ['work', 'tmp']) files.makeDirectories(folder);
  for (const { path: name, content } of job.files) {
    files.makeDirectories(path.join('work', path.dirname(name)));
    const written = files.writeFile(`work/${name}`, content);
    if (written !== 'ok') throw new Error(`the input ${name} cannot be written: ${written}`);
  }
  // Folders that the job was given do not count.
  files.maxFiles = files.nodes + job.limits.maxFiles - job.files.length;
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
