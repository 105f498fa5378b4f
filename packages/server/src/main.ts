import { enableCompileCache } from 'node:module';

// Compiled code is kept for the next start, which is then faster and smaller. It must be on before anything is loaded.
enableCompileCache();
await import('./serve.ts');
