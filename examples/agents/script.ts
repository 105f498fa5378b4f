/** A tool call that a model requests. */
export interface Call {
  tool: string;
  given: Record<string, unknown>;
}

/** A scripted model: it yields calls, receives the text of each result, and returns its last words. */
export type Script = Generator<Call, string, string>;
