import { globSync } from 'node:fs';
import { join } from 'node:path';
import { python } from '@pairspace/testkit/python';

/** An interpreter that has httpx, and imports the Python package, which the build has put beside the page. */
export const withPythonPackage = (): { interpreter: string; env: { PYTHONPATH: string } } => {
  const [wheel] = globSync(join(import.meta.dirname, '../../packages/server/viewer/sdk/*.whl'));
  if (wheel === undefined) throw new Error('There is no wheel: npm run build:viewer makes it.');
  if (python === undefined) throw new Error('There is no Python with httpx: apt-get install python3-httpx.');
  return { interpreter: python, env: { PYTHONPATH: wheel } };
};
