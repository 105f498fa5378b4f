import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { cutGuide, type GuidePart } from './cut-guide.ts';
import { type Guide, guideList } from './guide-list.ts';

/** A build holds a copy of the guides; the source has them in the repository. */
const shelf = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../../../' : '../../guides/', import.meta.url),
);

export interface ReadGuide {
  guide: Guide;
  parts: readonly GuidePart[];
}

/** Reads the guides that are there: a build may have been made without them. */
export const readGuides = async (folder: string = shelf): Promise<ReadGuide[]> => {
  const read = await Promise.all(
    guideList.map(async (guide) => {
      const text = await readFile(`${folder}/${guide.file}`, 'utf8').catch(() => undefined);
      return text === undefined ? [] : [{ guide, parts: cutGuide(text) }];
    }),
  );
  return read.flat();
};
