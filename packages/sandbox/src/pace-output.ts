import { Pacer } from './pacer.ts';
import type { OutputPart, OutputStream } from './sandbox.ts';

/** Beyond it the record alone has it, when the job has ended. */
const maxBytes = 262_144;
/** For what is written at about the same time. */
const gatherMs = 20;
const pauseMs = 260;

/**
 * Passes on what a job writes while it runs: as text, in parts that come less often than four times a second. Where
 * sending is slow the parts grow, and all of them together hold `maxBytes` at most.
 */
export const paceOutput = (send: (parts: OutputPart[]) => Promise<void>) => {
  const streams = (['stdout', 'stderr'] as const).map((name) => ({
    name,
    decoder: new TextDecoder(),
    pending: '',
    since: 0,
  }));
  let leftBytes = maxBytes;
  const take = (): OutputPart[] =>
    streams.flatMap((stream) => {
      const { name, pending: text, since } = stream;
      if (text === '') return [];
      stream.pending = '';
      stream.since += Array.from(text).length;
      return [{ stream: name, since, text }];
    });
  const pacer = new Pacer({
    hasMore: () => streams.some(({ pending }) => pending !== ''),
    async send() {
      const parts = take();
      await send(parts);
      return pauseMs * parts.length;
    },
    gatherMs,
  });

  return {
    add(name: OutputStream, bytes: Uint8Array): void {
      const stream = streams.find((one) => one.name === name);
      if (!stream || pacer.isOver || leftBytes <= 0) return;
      const part = bytes.subarray(0, leftBytes);
      leftBytes -= part.length;
      stream.pending += stream.decoder.decode(part, { stream: true }).replaceAll('\0', '\ufffd');
      pacer.schedule();
    },
    /** It drops what it has not sent by now: the record of the job has it. */
    end: () => pacer.end({ flushed: false }),
  };
};
