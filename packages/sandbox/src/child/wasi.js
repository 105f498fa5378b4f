import { loadCrypto } from './builtins.js';
import { pauseMs } from './frames.js';
import { descriptorCalls } from './wasi-descriptor-calls.js';
import { errno } from './wasi-errno.js';
import { WasiGuest } from './wasi-guest.js';
import { pathCalls } from './wasi-path-calls.js';

const realtimeClock = 0;
const clockSubscription = 0;
const absoluteTime = 1;
const randomPartBytes = 65_536;

/** Thrown when the guest exits. */
export class GuestExit extends Error {
  /** @param {number} code */
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

const nowNs = (/** @type {number} */ clock) =>
  clock === realtimeClock ? BigInt(Date.now()) * 1_000_000n : BigInt(Math.round(performance.now() * 1e3)) * 1000n;

/** @param {WasiGuest} guest @param {Uint8Array[]} texts @param {number} countOut @param {number} bytesOut */
const writeSizes = ({ memory }, texts, countOut, bytesOut) => {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  memory.view.setUint32(countOut, texts.length, true);
  memory.view.setUint32(bytesOut, length, true);
  return 0;
};

/** @param {WasiGuest} guest @param {Uint8Array[]} texts @param {number} pointers @param {number} buffer */
const writeTexts = ({ memory }, texts, pointers, buffer) => {
  let at = buffer;
  for (const [index, text] of texts.entries()) {
    memory.view.setUint32(pointers + index * 4, at, true);
    memory.bytes(at, text.length).set(text);
    at += text.length;
  }
  return 0;
};

/**
 * The subscriptions of a guest that waits: those that are ready now, and the earliest clock.
 * @param {WasiGuest} guest
 * @param {number} input
 * @param {number} count
 */
const readSubscriptions = ({ memory }, input, count) => {
  /** @type {{ userData: bigint, waitNs: bigint } | undefined} */
  let soonest;
  /** @type {{ userData: bigint, type: number }[]} */
  const ready = [];
  for (let index = 0; index < count >>> 0; index++) {
    const at = input + index * 48;
    const view = memory.view;
    const userData = view.getBigUint64(at, true);
    const type = view.getUint8(at + 8);
    if (type !== clockSubscription) {
      ready.push({ userData, type });
      continue;
    }
    const timeout = view.getBigUint64(at + 24, true);
    const isAbsolute = (view.getUint16(at + 40, true) & absoluteTime) !== 0;
    const left = isAbsolute ? timeout - nowNs(view.getUint32(at + 16, true)) : timeout;
    const waitNs = left < 0n ? 0n : left;
    if (!soonest || waitNs < soonest.waitNs) soonest = { userData, waitNs };
  }
  return { soonest, ready };
};

const systemCalls = {
  /** @param {WasiGuest} guest @param {number} countOut @param {number} bytesOut */
  args_sizes_get: (guest, countOut, bytesOut) => writeSizes(guest, guest.args, countOut, bytesOut),
  /** @param {WasiGuest} guest @param {number} pointers @param {number} buffer */
  args_get: (guest, pointers, buffer) => writeTexts(guest, guest.args, pointers, buffer),
  /** @param {WasiGuest} guest @param {number} countOut @param {number} bytesOut */
  environ_sizes_get: (guest, countOut, bytesOut) => writeSizes(guest, guest.env, countOut, bytesOut),
  /** @param {WasiGuest} guest @param {number} pointers @param {number} buffer */
  environ_get: (guest, pointers, buffer) => writeTexts(guest, guest.env, pointers, buffer),
  /** @param {WasiGuest} guest @param {number} _clock @param {number} out */
  clock_res_get(guest, _clock, out) {
    guest.memory.view.setBigUint64(out, 1000n, true);
    return 0;
  },
  /** @param {WasiGuest} guest @param {number} clock @param {bigint} _precision @param {number} out */
  clock_time_get(guest, clock, _precision, out) {
    if (clock < 0 || clock > 3) return errno.INVAL;
    guest.memory.view.setBigUint64(out, nowNs(clock), true);
    return 0;
  },
  /** @param {WasiGuest} guest @param {number} pointer @param {number} length */
  random_get(guest, pointer, length) {
    const { randomFillSync } = loadCrypto();
    const bytes = guest.memory.bytes(pointer, length);
    for (let at = 0; at < bytes.length; at += randomPartBytes)
      randomFillSync(bytes, at, Math.min(randomPartBytes, bytes.length - at));
    return 0;
  },
  sched_yield: () => 0,
  proc_raise: () => errno.NOSYS,
  /** @param {WasiGuest} _guest @param {number} code @returns {number} */
  proc_exit(_guest, code) {
    throw new GuestExit(code & 255);
  },
  /** @param {WasiGuest} guest @param {number} input @param {number} output @param {number} count @param {number} countOut */
  poll_oneoff(guest, input, output, count, countOut) {
    if (count === 0) return errno.INVAL;
    const { soonest, ready } = readSubscriptions(guest, input, count);
    if (ready.length === 0 && soonest) {
      pauseMs(Number(soonest.waitNs) / 1e6);
      ready.push({ userData: soonest.userData, type: clockSubscription });
    }
    const { memory } = guest;
    for (const [index, { userData, type }] of ready.entries()) {
      const at = output + index * 32;
      memory.bytes(at, 32).fill(0);
      memory.view.setBigUint64(at, userData, true);
      memory.view.setUint8(at + 10, type);
    }
    memory.view.setUint32(countOut, ready.length, true);
    return 0;
  },
  sock_accept: () => errno.NOTSUP,
  sock_recv: () => errno.NOTSUP,
  sock_send: () => errno.NOTSUP,
  sock_shutdown: () => errno.NOTSUP,
};

/**
 * WASI preview1 over files in memory: no host files, no sockets, no environment variables but the job's.
 * @param {import('./wasi-guest.js').WasiJob} job
 */
export const createWasi = (job) => {
  const guest = new WasiGuest(job);
  /** @param {(guest: WasiGuest, ...args: never[]) => number} call */
  const guarded =
    (call) =>
    /** @param {never[]} args */
    (...args) => {
      try {
        return call(guest, ...args);
      } catch (error) {
        if (error instanceof RangeError) return errno.FAULT;
        throw error;
      }
    };
  const calls = { ...descriptorCalls, ...pathCalls, ...systemCalls };
  return {
    imports: Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, guarded(call)])),
    /** @param {WebAssembly.Memory} memory */
    attach: (memory) => {
      guest.attach(memory);
    },
  };
};
