import type { z } from 'zod';
import type { Seating } from './seating.ts';

/** What a tool is called with beside its arguments. */
export interface ToolContext {
  seating: Seating;
  /** Aborts when the client gives the call up. */
  signal: AbortSignal;
}

/** A tool as data: what is listed, and what it does. `run` answers the text of the result. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** It changes nothing. */
  readOnly?: boolean;
  /** Programs that look tools up when they need them know this one from the beginning: an agent is woken with its name. */
  isLoadedAtOnce?: boolean;
  /** Programs that show views show the session with its result. */
  hasView?: boolean;
  /** It may replace or delete what is there. */
  destructive?: boolean;
  run(given: z.output<Input>, context: ToolContext): Promise<string>;
}

/** Declares a tool; an identity function that keeps the types of its arguments. */
export const tool = <Input extends z.ZodObject>(declaration: Tool<Input>): Tool<Input> => declaration;
