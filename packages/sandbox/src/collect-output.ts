/** Output beyond this multiple of the limit ends the job; below it the output is only cut. */
const floodFactor = 16;
/**
 * A bound on writes, because each costs some microseconds regardless of its size. A program that writes line by line
 * stays below.
 */
const maxWrites = 1_000_000;
const firstBufferBytes = 4_096;

type Stream = 'stdout' | 'stderr';

/** Consecutive bytes in one growing buffer. Separate buffers would cost more than their content. */
class GrowingText {
  #buffer = Buffer.alloc(0);
  #length = 0;

  append(bytes: Buffer, maxBytes: number): void {
    const length = this.#length + bytes.length;
    if (length > this.#buffer.length) {
      const capacity = Math.max(length, Math.min(Math.max(firstBufferBytes, length * 2), maxBytes));
      const larger = Buffer.allocUnsafeSlow(capacity);
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    bytes.copy(this.#buffer, this.#length);
    this.#length = length;
  }

  /** A character cut by the limit is left out, not turned into a replacement character. */
  read(isTruncated: boolean): string {
    return new TextDecoder().decode(this.#buffer.subarray(0, this.#length), { stream: isTruncated });
  }
}

/** Keeps the first bytes of a job's output, both streams together, and counts the rest. */
export const createOutputCollector = (
  maxBytes: number,
  onKept: (stream: Stream, bytes: Buffer) => void = () => undefined,
) => {
  const kept: Record<Stream, GrowingText> = { stdout: new GrowingText(), stderr: new GrowingText() };
  const truncated: Record<Stream, boolean> = { stdout: false, stderr: false };
  let keptBytes = 0;
  let totalBytes = 0;
  let writes = 0;

  return {
    add(stream: Stream, bytes: Buffer): void {
      const part = bytes.subarray(0, maxBytes - keptBytes);
      writes++;
      totalBytes += bytes.length;
      keptBytes += part.length;
      if (part.length > 0) {
        kept[stream].append(part, maxBytes);
        onKept(stream, part);
      }
      if (part.length < bytes.length) truncated[stream] = true;
    },
    get totalBytes() {
      return totalBytes;
    },
    /** The limit that the output broke by too much, as a sentence. */
    get flood(): string | undefined {
      if (totalBytes > maxBytes * floodFactor) {
        return `wrote more than ${String(floodFactor)} times its limit of ${String(maxBytes)} bytes`;
      }
      return writes > maxWrites ? `wrote more than ${String(maxWrites)} times` : undefined;
    },
    collected: () => ({
      stdout: kept.stdout.read(truncated.stdout),
      stderr: kept.stderr.read(truncated.stderr),
      stdoutTruncated: truncated.stdout,
      stderrTruncated: truncated.stderr,
    }),
  };
};
