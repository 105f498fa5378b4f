/** An entry for tests that turn protections off, to prove that the canaries notice. Not for users. */
export { openSandboxBehind } from './open-sandbox.ts';
