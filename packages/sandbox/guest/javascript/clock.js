let lastTimer = 0;
const timers = new Map();
const addTimer = (run, delayMs, isRepeated, args) => {
  if (typeof run !== 'function') throw new TypeError('The "callback" argument must be a function');
  const delay = Math.max(isRepeated ? 1 : 0, Number(delayMs) || 0);
  const timer = {
    id: ++lastTimer,
    run,
    at: host.now() + delay,
    every: isRepeated ? delay : undefined,
    args,
    unref: () => timer,
    ref: () => timer,
    hasRef: () => true,
    [Symbol.toPrimitive]: () => timer.id,
  };
  timers.set(timer.id, timer);
  return timer;
};
const clearTimer = (timer) => {
  timers.delete(typeof timer === 'object' && timer !== null ? timer.id : Number(timer));
};
globalThis.setTimeout = (run, ms, ...args) => addTimer(run, ms, false, args);
globalThis.setInterval = (run, ms, ...args) => addTimer(run, ms, true, args);
globalThis.setImmediate = (run, ...args) => addTimer(run, 0, false, args);
globalThis.clearTimeout = globalThis.clearInterval = globalThis.clearImmediate = clearTimer;
globalThis.queueMicrotask = (run) => {
  Promise.resolve().then(run);
};
globalThis.performance = { now: () => host.now(), timeOrigin: 0 };
const crypto = {
  getRandomValues: (array) => {
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(host.random(array.byteLength));
    return array;
  },
  randomUUID: () => {
    const bytes = host.random(16);
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  },
};
globalThis.crypto = crypto;

globalThis.pairspace = {
  progress: (fraction, message) => {
    if (!(typeof fraction === 'number' && fraction >= 0 && fraction <= 1))
      throw new RangeError('pairspace.progress: the fraction must be a number from 0 to 1');
    host.progress(fraction, message === undefined || message === null ? '' : String(message));
  },
};
