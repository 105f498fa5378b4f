/**
 * Node's modules without `import`. An `import` would read every export of a module and load the modules behind its
 * getters, which takes a fifth of a child's boot time.
 */
export const fs = process.getBuiltinModule('node:fs');
export const path = process.getBuiltinModule('node:path').posix;
export const vm = process.getBuiltinModule('node:vm');

/** The first caller loads the module. */
export const loadCrypto = () => process.getBuiltinModule('node:crypto');
