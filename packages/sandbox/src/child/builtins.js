/**
 * Node's own modules as they are. An `import` of one makes a module of it first, for which every export is read and what
 * hides behind its getters is loaded: a fifth of what a child of ours takes to boot.
 */
export const fs = process.getBuiltinModule('node:fs');
export const path = process.getBuiltinModule('node:path').posix;
export const vm = process.getBuiltinModule('node:vm');

/** Loaded by the first who asks. */
export const loadCrypto = () => process.getBuiltinModule('node:crypto');
