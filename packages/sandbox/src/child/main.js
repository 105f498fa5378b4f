import { fs } from './builtins.js';

// JavaScript, and never TypeScript: a child starts for every job and may not load the stripper of types, nor compile.
const config = JSON.parse(process.argv[2] ?? '{}');

const run = async () => {
  switch (config.runtime) {
    case 'javascript':
      return (await import('./run-javascript.js')).runJavascript(config);
    case 'python':
      return (await import('./run-python.js')).runPython(config);
    case 'wasm':
      return (await import('./run-wasm.js')).runWasm(config);
    case 'probe':
      return (await import('./run-probe.js')).runProbe();
    default:
      throw new Error(`no runtime ${config.runtime}`);
  }
};

try {
  await run();
} catch (error) {
  // Node would say the line of source as well, which is a whole engine.
  fs.writeSync(2, String(error).trim());
  process.exit(1);
}
