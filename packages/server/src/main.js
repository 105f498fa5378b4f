import module from 'node:module';

// JavaScript, so that the first file needs no type stripping: with the compile cache of the last start, this start
// never loads the stripper, which makes it faster and 30 MB smaller. An older Node reports its version here, where a
// TypeScript file would only cause a SyntaxError.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(`Pairspace needs Node 24 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(2);
}
module.enableCompileCache();
const { serve } = await import('./serve.ts');
await serve();
