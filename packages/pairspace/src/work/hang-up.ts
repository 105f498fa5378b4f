/** Aborts when the terminal around this process is closed, which ends a process that does not listen without a word. */
export const hungUp = (): AbortSignal => {
  const left = new AbortController();
  process.on('SIGHUP', () => {
    left.abort();
  });
  return left.signal;
};

const ends = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does something that aborts when the program around this process ends it, or is closed. */
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
