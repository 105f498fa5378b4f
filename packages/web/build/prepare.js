// Runs after `npm ci` and `npm install`. An installation without development dependencies has the built page already.
import { createRequire } from 'node:module';

const isInstalled = (name) => {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
};

if (isInstalled('vite/package.json')) {
  const { buildViewer } = await import('./build-viewer.ts');
  await buildViewer();
}
