import type { z } from 'zod';
import type { Answer } from './answer.ts';
import type { Seating } from './seating.ts';

/** The context of a call, apart from its arguments. */
export interface ToolContext {
  seating: Seating;
  /** Aborts when the client cancels the call. */
  signal: AbortSignal;
}

/** A tool as data: its listing and its function. `run` returns the result, as a short text or as an answer to cut. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** The tool changes nothing. */
  readOnly?: boolean;
  /** A repeated call has no second effect, so the tool takes no key. */
  isRepeatable?: boolean;
  /** Programs that load tools on demand load this one at the start, because the text that wakes an agent names it. */
  isLoadedAtOnce?: boolean;
  /** Programs that can show views show the session beside the result. */
  hasView?: boolean;
  /** The tool may replace or delete data. */
  destructive?: boolean;
  run(given: z.output<Input>, context: ToolContext): Promise<string | Answer>;
}

/** Declares a tool; an identity function that keeps the types of its arguments. */
export const tool = <Input extends z.ZodObject>(declaration: Tool<Input>): Tool<Input> => declaration;
