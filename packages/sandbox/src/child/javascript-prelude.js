import { readGuestFile } from './guest-files.js';

/** Each part uses the names of the parts before it. */
const parts = ['values', 'console', 'clock', 'files', 'paths', 'assert', 'util', 'test-runner', 'modules', 'start'];

/**
 * The globals of a script, as source for the guest's engine. The prelude takes the host's functions out of the global
 * scope before any other code runs. The functions receive numbers, strings and bytes only, and never throw.
 */
export const readJavascriptPrelude = () =>
  `(() => {\n'use strict';\n${parts.map((name) => readGuestFile(`javascript/${name}.js`)).join('')}})()`;
