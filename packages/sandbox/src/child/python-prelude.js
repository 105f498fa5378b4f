import { readGuestFile } from './guest-files.js';

/** Modules that the snapshot of a booted Python contains. A restored heap may not exceed 30 MB. */
export const pythonPreload =
  'import json,re,random,math,datetime,collections,itertools,csv,io,os,sys,tempfile,traceback,statistics,string,' +
  'functools,asyncio,types,hashlib,pathlib,linecache,errno,atexit';

export const pythonWarmUp = `def warm_up():
  s = 0
  d = {}
  for i in range(5000):
    s = (s * 31 + i) % 1000003
    d['k%d' % (i % 50)] = s
  return sorted(d.values(), key=lambda v: -v)
warm_up()
del warm_up
`;

/**
 * Restores functions that the engine replaces for browsers, and makes the import of a missing module fail with a plain
 * sentence. The prelude is no protection: the import gate is.
 */
export const readPythonPrelude = () => readGuestFile('python/prelude.py');

/** The program that runs in every child after its start, because a snapshot does not contain open files. */
export const pythonSetUp = `_sandbox_set_up()
del _sandbox_set_up
`;
