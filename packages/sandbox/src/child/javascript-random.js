/** @typedef {import('quickjs-wasi').Snapshot} Snapshot */

const wordBytes = 8;

/**
 * The next state of the engine's random generator.
 * @param {bigint} state
 */
const nextState = (state) => {
  let next = state ^ (state >> 12n);
  next = BigInt.asUintN(64, next ^ (next << 25n));
  return next ^ (next >> 27n);
};

/** @param {Snapshot} snapshot */
const wordsOf = ({ memory }) => new BigUint64Array(memory.buffer, memory.byteOffset, memory.byteLength / wordBytes);

/**
 * Finds the state of `Math.random` in the engine's memory, because the engine does not reveal its address. The state is
 * the only word that changed as the generator changes it.
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
 * Without a seed, machines from one snapshot would draw the same numbers.
 * @param {{ buffer: ArrayBufferLike }} memory
 * @param {number} address
 * @param {string} seed 16 hexadecimal digits
 */
export const seedRandom = (memory, address, seed) => {
  // Zero is a fixed point of the generator, so it must not be the seed.
  new BigUint64Array(memory.buffer, address, 1)[0] = BigInt(`0x${seed}`) || 1n;
};
