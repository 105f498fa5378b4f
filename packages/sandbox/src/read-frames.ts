import { frameHeadBytes } from './child/frames.js';

export interface Frame {
  type: number;
  /** Its bytes, or the first of them where more came than are kept. */
  payload: Buffer;
  /** How many bytes came. */
  bytes: number;
}

/** Of the frames of one type. */
export interface FrameLimits {
  maxBytes: number;
  /** What comes beyond is counted and dropped while it comes; all is kept when nothing is said. */
  keptBytes?: number;
}

/**
 * Cuts the bytes of a child into frames. The child may be in the hands of its guest: a type that is not known, or a
 * frame longer than its type may be, throws before a byte of it is kept.
 */
export const createFrameReader = (limitsByType: ReadonlyMap<number, FrameLimits>, take: (frame: Frame) => void) => {
  let type: number | undefined;
  // Of the head or the payload that is coming in.
  let wantedBytes = frameHeadBytes;
  let seenBytes = 0;
  const head = Buffer.alloc(frameHeadBytes);
  let kept = head;

  const expectNext = (bytes: number, into: Buffer<ArrayBuffer>) => {
    [wantedBytes, seenBytes, kept] = [bytes, 0, into];
  };
  const readHead = () => {
    type = head.readUInt8(0);
    const bytes = head.readUInt32LE(1);
    const limits = limitsByType.get(type);
    if (limits === undefined || bytes > limits.maxBytes) {
      throw new RangeError(`a frame of type ${String(type)} with ${String(bytes)} bytes`);
    }
    expectNext(bytes, Buffer.allocUnsafe(Math.min(bytes, limits.keptBytes ?? bytes)));
  };

  return (chunk: Buffer): void => {
    let at = 0;
    for (;;) {
      const end = Math.min(chunk.length, at + wantedBytes - seenBytes);
      if (seenBytes < kept.length) chunk.copy(kept, seenBytes, at, end);
      seenBytes += end - at;
      at = end;
      if (seenBytes < wantedBytes) return;
      if (type === undefined) readHead();
      else {
        const frame = { type, payload: kept, bytes: wantedBytes };
        type = undefined;
        expectNext(frameHeadBytes, head);
        take(frame);
      }
    }
  };
};
