import module from 'node:module';
import type { Config } from '../config.ts';

/** The service with other constants than its own, for tests that cannot wait as long: JSON in the first argument. */
module.enableCompileCache();
const { serve } = await import('../serve.ts');
await serve(JSON.parse(process.argv[2] ?? '{}') as Partial<Config>);
