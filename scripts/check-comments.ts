/** Fails when a sentence of a comment begins with a pronoun or an inversion. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { unclearSentences } from './comment-openings.ts';

const commented = /(?:\.(?:ts|tsx|js|cjs|mjs|css|c|py|sh|sql|ya?ml|service)|Dockerfile|\.ci\/run)$/;
const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');

let count = 0;
for (const file of files.filter((path) => commented.test(path))) {
  for (const sentence of unclearSentences(await readFile(file, 'utf8'))) {
    console.error(`${file}: "${sentence}"`);
    count++;
  }
}
console.log(`${String(count)} sentences of comments begin with a pronoun or an inversion`);
if (count > 0) process.exitCode = 1;
