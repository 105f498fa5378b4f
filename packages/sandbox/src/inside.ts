/** A separate entry for the proof that attacks are noticed, because it turns protections off. Not for users. */
export { openSandboxBehind } from './open-sandbox.ts';
