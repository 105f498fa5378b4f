import { enableCompileCache } from 'node:module';

// JavaScript, so that the first file needs no type stripping: with what the last start compiled at hand, this one
// never loads the stripper, and is faster and 30 MB smaller.
enableCompileCache();
await import('./serve.ts');
