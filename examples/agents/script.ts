/** A call of a tool that a model wants to be made. */
export interface Call {
  tool: string;
  given: Record<string, unknown>;
}

/** What a model does, in place of one: it yields calls, is given the text of each result, and ends with its last words. */
export type Script = Generator<Call, string, string>;
