import { ServiceError } from '@pairspace/protocol';
import { readFile } from 'node:fs/promises';

/** `npm run build:viewer` writes the file, and the package contains it. */
const styleFile = new URL('../../../viewer/site.css', import.meta.url);

/** The style sheet of all pages. The file is missing only if the views are not built either. */
export const readSiteStyle = async (): Promise<string> => {
  try {
    return await readFile(styleFile, 'utf8');
  } catch (cause) {
    throw new ServiceError('UNAVAILABLE', 'The views of the site are not built. Run: npm run build:viewer', { cause });
  }
};
