import module from 'node:module';

// JavaScript, so that the first file needs no type stripping: with what the last start compiled at hand, this one
// never loads the stripper, and is faster and 30 MB smaller. It says what an older Node could only say as a SyntaxError.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(`Pairspace needs Node 24 or newer; this is Node ${process.versions.node}.\n`);
  process.exit(2);
}
module.enableCompileCache();
const { serve } = await import('./serve.ts');
await serve();
