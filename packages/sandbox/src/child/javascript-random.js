/** @typedef {import('quickjs-wasi').Snapshot} Snapshot */

const wordBytes = 8;

/** How the engine's generator goes on from one state to the next. @param {bigint} state */
const nextState = (state) => {
  let next = state ^ (state >> 12n);
  next = BigInt.asUintN(64, next ^ (next << 25n));
  return next ^ (next >> 27n);
};

/** @param {Snapshot} snapshot */
const wordsOf = ({ memory }) => new BigUint64Array(memory.buffer, memory.byteOffset, memory.byteLength / wordBytes);

/**
 * Where the engine keeps the state of `Math.random`, which nothing of the engine tells: the one word that has gone on as
 * the generator does.
 * @param {Snapshot} before
 * @param {Snapshot} after one call of `Math.random` later
 */
export const findRandomState = (before, after) => {
  const [earlier, later] = [wordsOf(before), wordsOf(after)];
  const found = [];
  for (let at = 0; at < earlier.length; at++) {
    const word = earlier[at] ?? 0n;
    if (word !== later[at] && nextState(word) === later[at]) found.push(at * wordBytes);
  }
  const [address] = found;
  if (address === undefined || found.length > 1) throw new Error("the state of the engine's Math.random was not found");
  return address;
};

/**
 * Machines that start from one snapshot would all draw the same numbers.
 * @param {{ buffer: ArrayBufferLike }} memory
 * @param {number} address
 * @param {string} seed 16 hexadecimal digits
 */
export const seedRandom = (memory, address, seed) => {
  // The generator never leaves zero.
  new BigUint64Array(memory.buffer, address, 1)[0] = BigInt(`0x${seed}`) || 1n;
};
