import { type Limits, parserOf, sandboxInput, type SandboxInput, ServiceError } from '@pairspace/protocol';

const parsers = new WeakMap<Limits, (given: unknown) => SandboxInput>();

const parserFor = (limits: Limits): ((given: unknown) => SandboxInput) => {
  const parse = parsers.get(limits) ?? parserOf(sandboxInput(limits), 'body', 'input');
  parsers.set(limits, parse);
  return parse;
};

/**
 * The parsed input of a job for the sandbox. An invalid input is refused like a wrong field of the body (JOB-8, JOB-9).
 */
export const parseInput = (given: unknown, limits: Limits): SandboxInput => parserFor(limits)(given ?? {});

/**
 * The parsed input of a job for a worker; undefined if the sandbox could not run it, because a worker may accept any
 * JSON.
 */
export const tryInput = (given: unknown, limits: Limits): SandboxInput | undefined => {
  try {
    return parserFor(limits)(given);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
};
