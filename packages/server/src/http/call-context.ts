import type { HostWorker } from '../access/caller.ts';

/** Who calls. */
export interface Credentials {
  /** The bearer token. Undefined for a stranger. */
  readonly token: string | undefined;
  /** Strangers, wrong tokens and wrong codes are counted under it. */
  readonly clientAddress: string;
  /** The worker of this process, which calls in place of the operator. No request over HTTP has it. */
  readonly worker?: HostWorker | undefined;
}

/** What a face knows of one call besides credentials and input. */
export interface CallContext {
  /** A header by its name in lower case, such as `idempotency-key`, `x-agent-key`, `if-match`, `last-event-id`. */
  header: (name: string) => string | undefined;
  /** Which of these media types the caller prefers to JSON. */
  prefers: <Type extends string>(...mediaTypes: Type[]) => Type | undefined;
  /** A signal that aborts when the caller leaves. Asked for only by what waits. */
  gone: () => AbortSignal;
  /** Told when the answer is the one of an earlier call with the same Idempotency-Key. */
  onReplay: () => void;
}
