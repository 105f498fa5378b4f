/** Error numbers of WASI preview1. */
export const errno = /** @type {const} */ ({
  SUCCESS: 0,
  BADF: 8,
  EXIST: 20,
  FAULT: 21,
  FBIG: 22,
  INVAL: 28,
  ISDIR: 31,
  MFILE: 33,
  NAMETOOLONG: 37,
  NOENT: 44,
  NOSPC: 51,
  NOSYS: 52,
  NOTDIR: 54,
  NOTEMPTY: 55,
  NOTSUP: 58,
  SPIPE: 70,
});

const byName = /** @type {const} */ ({
  ENOENT: errno.NOENT,
  ENOTDIR: errno.NOTDIR,
  ENAMETOOLONG: errno.NAMETOOLONG,
  EINVAL: errno.INVAL,
});

/** @param {keyof typeof byName} name */
export const errnoOf = (name) => byName[name];

export const fileType = /** @type {const} */ ({ characterDevice: 2, directory: 3, regularFile: 4 });
