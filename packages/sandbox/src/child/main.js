import { fs } from './builtins.js';

// Children are JavaScript, not TypeScript: a child starts for every job, and stripping types or compiling would cost
// boot time.
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
  // Only the message is written, because Node would print the source line as well, and that line is a whole engine.
  fs.writeSync(2, String(error).trim());
  process.exit(1);
}
