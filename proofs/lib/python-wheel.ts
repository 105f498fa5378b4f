import { globSync } from 'node:fs';
import { join } from 'node:path';

/** The Python package, which the build has put beside the page. Python imports it where PYTHONPATH names it. */
export const pythonWheel = (): string => {
  const [wheel] = globSync(join(import.meta.dirname, '../../packages/server/viewer/sdk/*.whl'));
  if (wheel === undefined) throw new Error('There is no wheel: npm run build:viewer makes it.');
  return wheel;
};
