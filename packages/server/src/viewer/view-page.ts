import { readFile } from 'node:fs/promises';

/** `npm run build:viewer` writes the file. */
const builtFile = new URL('../../viewer/session-view.html', import.meta.url);

/** The view of a session as a self-contained page; undefined without a build. */
export const readViewPage = (): Promise<string | undefined> => readFile(builtFile, 'utf8').catch(() => undefined);
