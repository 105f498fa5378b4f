import { ServiceError } from '@pairspace/protocol';
import { readFile } from 'node:fs/promises';

/** `npm run build:viewer` writes it, and the package ships it. */
const styleFile = new URL('../../../viewer/site.css', import.meta.url);

/** What all pages of a site look like. Where it is missing, so are the views. */
export const readSiteStyle = async (): Promise<string> => {
  try {
    return await readFile(styleFile, 'utf8');
  } catch (cause) {
    throw new ServiceError('UNAVAILABLE', 'The views of the site are not built. Run: npm run build:viewer', { cause });
  }
};
