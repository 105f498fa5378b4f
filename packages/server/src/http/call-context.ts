/** The credentials of a caller. */
export interface Credentials {
  /** The bearer token. Undefined for a stranger. */
  readonly token: string | undefined;
  /** The address under which strangers, wrong tokens and wrong codes are counted. */
  readonly clientAddress: string;
}

/** The parts of a call besides credentials and input. */
export interface CallContext {
  /** A header by its name in lower case, such as `idempotency-key`, `x-agent-key`, `if-match`, `last-event-id`. */
  header: (name: string) => string | undefined;
  /** The media type that the caller prefers to JSON. */
  prefers: <Type extends string>(...mediaTypes: Type[]) => Type | undefined;
  /** A signal that aborts when the caller leaves. Only waiting calls request it. */
  gone: () => AbortSignal;
  /** Called when the answer repeats that of an earlier call with the same Idempotency-Key. */
  onReplay: () => void;
}
