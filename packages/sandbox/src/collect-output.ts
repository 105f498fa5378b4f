/** Beyond so many times its limit a job that writes is not cut short any more but ended. */
export const floodFactor = 16;

type Stream = 'stdout' | 'stderr';

/** Keeps the first bytes of a job's output, both streams together, and counts the rest. */
export const createOutputCollector = (maxBytes: number) => {
  const kept: Record<Stream, Buffer[]> = { stdout: [], stderr: [] };
  const truncated: Record<Stream, boolean> = { stdout: false, stderr: false };
  let keptBytes = 0;
  let totalBytes = 0;

  const text = (stream: Stream): string => {
    const bytes = Buffer.concat(kept[stream]);
    // A character that the limit cuts through is left out, not turned into a replacement.
    return new TextDecoder().decode(bytes, { stream: truncated[stream] });
  };

  return {
    add(stream: Stream, bytes: Buffer): void {
      const part = bytes.subarray(0, maxBytes - keptBytes);
      totalBytes += bytes.length;
      keptBytes += part.length;
      if (part.length > 0) kept[stream].push(part);
      if (part.length < bytes.length) truncated[stream] = true;
    },
    get totalBytes() {
      return totalBytes;
    },
    get isFlood() {
      return totalBytes > maxBytes * floodFactor;
    },
    collected: () => ({
      stdout: text('stdout'),
      stderr: text('stderr'),
      stdoutTruncated: truncated.stdout,
      stderrTruncated: truncated.stderr,
    }),
  };
};
