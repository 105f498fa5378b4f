import type { Config } from '../config.ts';
import { serve } from '../serve.ts';

/** The service with other constants than its own, for tests that cannot wait as long: JSON in the first argument. */
await serve(JSON.parse(process.argv[2] ?? '{}') as Partial<Config>);
