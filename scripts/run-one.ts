import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Runs one program of a folder by its name, with the arguments behind it; without a name it lists them:
 *
 *   npm run proof kill-nine -- --rounds 10
 */
const [folder = '', name = '', ...args] = process.argv.slice(2);
const root = join(import.meta.dirname, '..', folder);
const names = (await readdir(root)).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3));
if (names.includes(name)) {
  const file = join(root, `${name}.ts`);
  process.argv.splice(1, Infinity, file, ...args);
  await import(file);
} else {
  if (name !== '') console.error(`There is no ${name}.`);
  console.error(`There are:\n  ${names.toSorted().join('\n  ')}`);
  process.exitCode = 2;
}
