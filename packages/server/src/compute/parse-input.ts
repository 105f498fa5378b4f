import { type Limits, parserOf, sandboxInput, type SandboxInput, ServiceError } from '@pairspace/protocol';

const parsers = new WeakMap<Limits, (given: unknown) => SandboxInput>();

const parserFor = (limits: Limits): ((given: unknown) => SandboxInput) => {
  const parse = parsers.get(limits) ?? parserOf(sandboxInput(limits), 'body', 'input');
  parsers.set(limits, parse);
  return parse;
};

/** The input of a job for the sandbox; refused like a field of the body when it is none (JOB-8, JOB-9). */
export const parseInput = (given: unknown, limits: Limits): SandboxInput => parserFor(limits)(given ?? {});

/** The same for a worker, who may take anything: undefined when it is not for a sandbox. */
export const tryInput = (given: unknown, limits: Limits): SandboxInput | undefined => {
  try {
    return parserFor(limits)(given);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
};
