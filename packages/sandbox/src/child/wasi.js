import { loadCrypto } from './builtins.js';
import { pauseMs } from './frames.js';
import { GuestMemory } from './guest-memory.js';
import { Descriptors } from './wasi-descriptors.js';
import { errno } from './wasi-errno.js';
import { fileCalls } from './wasi-files.js';

const encoder = new TextEncoder();
const realtimeClock = 0;
const clockSubscription = 0;
const absoluteTime = 1;
const randomPartBytes = 65_536;

/** How a guest ends by its own will. */
export class GuestExit extends Error {
  /** @param {number} code */
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

const nowNs = (/** @type {number} */ clock) =>
  clock === realtimeClock ? BigInt(Date.now()) * 1_000_000n : BigInt(Math.round(performance.now() * 1e3)) * 1000n;

/**
 * WASI preview1 over files in memory: no host files, no sockets, no environment but the job's.
 *
 * @param {{ files: import('./mem-fs.js').MemFs, args: string[], env: Record<string, string>, stdin: Uint8Array,
 *   write: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void }} job
 */
export const createWasi = ({ files, args, env, stdin, write }) => {
  /** @type {GuestMemory} */
  let guest;
  const memory = () => guest;
  const descriptors = new Descriptors(files, [
    { path: 'work', name: '.' },
    { path: 'work', name: '/work' },
    { path: 'tmp', name: '/tmp' },
  ]);

  /** @param {string[]} texts */
  const textCalls = (texts) => {
    const encoded = texts.map((text) => encoder.encode(`${text}\0`));
    return {
      /** @param {number} countOut @param {number} bytesOut */
      sizes(countOut, bytesOut) {
        guest.view.setUint32(countOut, encoded.length, true);
        guest.view.setUint32(
          bytesOut,
          encoded.reduce((sum, text) => sum + text.length, 0),
          true,
        );
        return 0;
      },
      /** @param {number} pointers @param {number} buffer */
      get(pointers, buffer) {
        let at = buffer;
        for (const [index, text] of encoded.entries()) {
          guest.view.setUint32(pointers + index * 4, at, true);
          guest.bytes(at, text.length).set(text);
          at += text.length;
        }
        return 0;
      },
    };
  };
  const argCalls = textCalls(args);
  const envCalls = textCalls(Object.entries(env).map(([name, value]) => `${name}=${value}`));

  const calls = {
    ...fileCalls({ memory, files, descriptors, stdin, write }),
    args_sizes_get: argCalls.sizes,
    args_get: argCalls.get,
    environ_sizes_get: envCalls.sizes,
    environ_get: envCalls.get,
    /** @param {number} _clock @param {number} out */
    clock_res_get(_clock, out) {
      guest.view.setBigUint64(out, 1000n, true);
      return 0;
    },
    /** @param {number} clock @param {bigint} _precision @param {number} out */
    clock_time_get(clock, _precision, out) {
      if (clock < 0 || clock > 3) return errno.INVAL;
      guest.view.setBigUint64(out, nowNs(clock), true);
      return 0;
    },
    /** @param {number} pointer @param {number} length */
    random_get(pointer, length) {
      const { randomFillSync } = loadCrypto();
      const bytes = guest.bytes(pointer, length);
      for (let at = 0; at < bytes.length; at += randomPartBytes)
        randomFillSync(bytes, at, Math.min(randomPartBytes, bytes.length - at));
      return 0;
    },
    sched_yield: () => 0,
    proc_raise: () => errno.NOSYS,
    /** @param {number} code @returns {number} */
    proc_exit(code) {
      throw new GuestExit(code & 255);
    },
    /** @param {number} input @param {number} output @param {number} count @param {number} countOut */
    poll_oneoff(input, output, count, countOut) {
      if (count === 0) return errno.INVAL;
      /** @type {{ userData: bigint, waitNs: bigint } | undefined} */
      let soonest;
      /** @type {{ userData: bigint, type: number }[]} */
      const ready = [];
      for (let index = 0; index < count >>> 0; index++) {
        const at = input + index * 48;
        const view = guest.view;
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
      if (ready.length === 0 && soonest) {
        pauseMs(Number(soonest.waitNs) / 1e6);
        ready.push({ userData: soonest.userData, type: clockSubscription });
      }
      for (const [index, { userData, type }] of ready.entries()) {
        const at = output + index * 32;
        guest.bytes(at, 32).fill(0);
        guest.view.setBigUint64(at, userData, true);
        guest.view.setUint8(at + 10, type);
      }
      guest.view.setUint32(countOut, ready.length, true);
      return 0;
    },
    sock_accept: () => errno.NOTSUP,
    sock_recv: () => errno.NOTSUP,
    sock_send: () => errno.NOTSUP,
    sock_shutdown: () => errno.NOTSUP,
  };

  /** @param {(...args: never[]) => number} call */
  const guarded =
    (call) =>
    /** @param {never[]} args */
    (...args) => {
      try {
        return call(...args);
      } catch (error) {
        if (error instanceof RangeError) return errno.FAULT;
        throw error;
      }
    };

  return {
    imports: Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, guarded(call)])),
    /** @param {WebAssembly.Memory} memory */
    attach(memory) {
      guest = new GuestMemory(memory);
    },
  };
};
