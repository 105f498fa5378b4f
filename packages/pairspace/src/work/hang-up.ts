/** Aborts when the terminal around this process is closed, which ends a process that does not listen without a word. */
export const hungUp = (): AbortSignal => {
  const left = new AbortController();
  process.on('SIGHUP', () => {
    left.abort();
  });
  return left.signal;
};
