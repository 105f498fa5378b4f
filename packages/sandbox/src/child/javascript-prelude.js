import { readGuestFile } from './guest-files.js';

/** Each part sees the names of those before it. */
const parts = ['values', 'console', 'clock', 'files', 'paths', 'assert', 'util', 'test-runner', 'modules', 'start'];

/**
 * What a script finds around it, as source for the guest's own engine. It takes the host's functions out of the global
 * scope before any other code runs. They receive numbers, strings and bytes only, and never throw.
 */
export const readJavascriptPrelude = () =>
  `(() => {\n'use strict';\n${parts.map((name) => readGuestFile(`javascript/${name}.js`)).join('')}})()`;
