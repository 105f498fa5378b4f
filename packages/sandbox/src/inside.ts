/** For the proof that attacks are noticed: it takes walls away. Not for users. */
export { openSandboxBehind } from './open-sandbox.ts';
