import { readFile } from 'node:fs/promises';

/** `npm run build:viewer` writes it. */
const builtFile = new URL('../../viewer/session-view.html', import.meta.url);

/** The view of a session as one page that needs nothing else; undefined when nothing was built. */
export const readViewPage = (): Promise<string | undefined> => readFile(builtFile, 'utf8').catch(() => undefined);
