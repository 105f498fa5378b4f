import { frameHeadBytes } from './child/frames.js';

export interface Frame {
  type: number;
  payload: Buffer;
}

/**
 * Cuts the bytes of a child into frames. The child may be in the hands of its guest: a type that is not known, or a
 * frame longer than its type may be, throws before a byte of it is kept.
 */
export const createFrameReader = (maxBytesByType: ReadonlyMap<number, number>, take: (frame: Frame) => void) => {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let neededBytes = frameHeadBytes;
  let type: number | undefined;

  return (chunk: Buffer): void => {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    while (waitingBytes >= neededBytes) {
      const bytes = waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting);
      const part = bytes.subarray(0, neededBytes);
      const rest = bytes.subarray(neededBytes);
      waiting = [rest];
      waitingBytes = rest.length;
      if (type === undefined) {
        type = part.readUInt8(0);
        neededBytes = part.readUInt32LE(1);
        const maxBytes = maxBytesByType.get(type);
        if (maxBytes === undefined || neededBytes > maxBytes) {
          throw new RangeError(`a frame of type ${String(type)} with ${String(neededBytes)} bytes`);
        }
      } else {
        take({ type, payload: part });
        type = undefined;
        neededBytes = frameHeadBytes;
      }
    }
  };
};
