// JavaScript, and never TypeScript: a child starts for every job and may not load the stripper of types, nor compile.
const config = JSON.parse(process.argv[2] ?? '{}');

switch (config.runtime) {
  case 'javascript':
    await (await import('./run-javascript.js')).runJavascript(config);
    break;
  case 'python':
    await (await import('./run-python.js')).runPython(config);
    break;
  case 'wasm':
    await (await import('./run-wasm.js')).runWasm(config);
    break;
  case 'probe':
    await (await import('./run-probe.js')).runProbe();
    break;
  default:
    throw new Error(`no runtime ${config.runtime}`);
}
