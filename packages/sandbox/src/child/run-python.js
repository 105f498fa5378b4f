/** @param {unknown} _config */
export const runPython = async (_config) => {};
