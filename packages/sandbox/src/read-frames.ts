import { frameHeadBytes } from './child/frames.js';

export interface Frame {
  type: number;
  /** The bytes of the frame, or its beginning if it was longer than `keptBytes`. */
  payload: Buffer;
  /** The length of the payload, with the bytes that were dropped. */
  bytes: number;
}

/** The limits for frames of one type. */
export interface FrameLimits {
  maxBytes: number;
  /** Further bytes are counted and dropped on arrival; all are kept if this is absent. */
  keptBytes?: number;
}

/**
 * Parses frames from a child, which its guest may control. An unknown type, or a frame longer than its type allows,
 * throws before any of its bytes are kept.
 */
export const createFrameReader = (limitsByType: ReadonlyMap<number, FrameLimits>, take: (frame: Frame) => void) => {
  let type: number | undefined;
  // The missing bytes of the present head or payload.
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
