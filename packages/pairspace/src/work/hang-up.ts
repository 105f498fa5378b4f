/** Aborts at SIGHUP, which comes when the terminal closes, and which would end the process at once. */
export const sighupSignal = (): AbortSignal => {
  const left = new AbortController();
  process.on('SIGHUP', () => {
    left.abort();
  });
  return left.signal;
};

const ends = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `work` with a signal that aborts at SIGINT, SIGTERM or SIGHUP. */
export const untilLeft = async <T>(work: (left: AbortSignal) => Promise<T>): Promise<T> => {
  const left = new AbortController();
  const abort = (): void => {
    left.abort();
  };
  for (const end of ends) process.once(end, abort);
  try {
    return await work(left.signal);
  } finally {
    for (const end of ends) process.off(end, abort);
  }
};
