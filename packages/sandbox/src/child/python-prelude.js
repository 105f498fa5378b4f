import { readGuestFile } from './guest-files.js';

/** What the snapshot of a booted Python has loaded already. A restored heap may not be larger than 30 MB. */
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
 * Puts back what the engine replaces for browsers, and reports what is missing in a sentence. It is no wall: the gate
 * before the imports is.
 */
export const readPythonPrelude = () => readGuestFile('python/prelude.py');

/** In every child anew: it opens what a snapshot does not hold. */
export const pythonSetUp = `_sandbox_set_up()
del _sandbox_set_up
`;
