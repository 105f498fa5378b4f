/** Copies the guides for `/docs` into the build of the server, which its package and the image contain. */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { guideList } from '../packages/server/src/reference/guides/guide-list.ts';

const root = join(import.meta.dirname, '..');
const shelf = join(root, 'packages/server/dist/guides');

await rm(shelf, { recursive: true, force: true });
for (const { file } of guideList) await cp(join(root, file), join(shelf, file));
