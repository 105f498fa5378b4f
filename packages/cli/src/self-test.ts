import type { Runtime, SandboxEvent } from '@pairspace/sandbox';

/**
 * Listens to the self-test of an opening sandbox: `over` resolves when each of these runtimes has passed or failed, or
 * at an abort.
 */
export const hearSelfTest = (names: readonly Runtime[], signal: AbortSignal) => {
  const waiting = new Set(names);
  const over = Promise.withResolvers<undefined>();
  signal.addEventListener('abort', () => {
    over.resolve(undefined);
  });
  return {
    over: over.promise,
    onEvent: (event: SandboxEvent): void => {
      if (event.type !== 'runtime_available' && event.type !== 'runtime_refused') return;
      waiting.delete(event.runtime);
      if (waiting.size === 0) over.resolve(undefined);
    },
  };
};
