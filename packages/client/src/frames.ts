import { UnexpectedAnswer } from './answer.ts';

/**
 * A block of a stream: an event; an id alone, which gives the position of the stream; or the pause before the next
 * connection.
 */
export interface Frame {
  id?: string;
  event?: string;
  data?: string;
  retryMs?: number;
}

/** A bound above every event of the service. Another service might send a line without end. */
const mostCharacters = 16 * 1024 * 1024;

/** A carriage return at the end of a piece may be half of a line end, so it stays for the next piece. */
const lineEnd = /\r\n|\n|\r(?!$)/;

/** Parses server-sent events from bytes in pieces of any size. Comments and an incomplete last block are dropped. */
export async function* readFrames(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Frame, void, undefined> {
  const decoder = new TextDecoder();
  let frame: Frame = {};
  let line = '';
  let returned = false;
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true });
    line += text;
    // A long line in many pieces is scanned once, at its end.
    if (returned || /[\r\n]/.test(text)) {
      const lines = line.split(lineEnd);
      line = lines.pop() ?? '';
      returned = line.endsWith('\r');
      for (const whole of lines) {
        if (whole !== '') readField(frame, whole);
        else {
          if (Object.keys(frame).length > 0) yield frame;
          frame = {};
        }
      }
    }
    if (line.length + (frame.data?.length ?? 0) > mostCharacters) {
      throw new UnexpectedAnswer(200, { why: 'an event in it has no end' });
    }
  }
}

const readField = (frame: Frame, line: string): void => {
  const colon = line.indexOf(':');
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
  if (name === 'data') frame.data = frame.data === undefined ? value : `${frame.data}\n${value}`;
  else if (name === 'event') frame.event = value;
  else if (name === 'id' && !value.includes('\0')) frame.id = value;
  else if (name === 'retry' && /^\d+$/.test(value)) frame.retryMs = Number(value);
};
