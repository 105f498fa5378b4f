import { type Limits, sandboxInput, type SandboxInput, ServiceError } from '@pairspace/protocol';

/** The input of a job for the sandbox; refused like a field of the body when it is none (JOB-8, JOB-9). */
export const parseInput = (given: unknown, limits: Limits): SandboxInput => {
  const parsed = sandboxInput(limits).safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: ['body', 'input', ...path].join('.'),
    message,
  }));
  const message = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
  for (const issue of parsed.error.issues) {
    const limitBytes: unknown = issue.code === 'custom' ? issue.params?.['limitBytes'] : undefined;
    if (limitBytes !== undefined) throw new ServiceError('PAYLOAD_TOO_LARGE', message, { details: { limitBytes } });
  }
  throw new ServiceError('VALIDATION_ERROR', message, { details: { issues } });
};

/** The same for a worker, who may take anything: undefined when it is not for a sandbox. */
export const tryInput = (given: unknown, limits: Limits): SandboxInput | undefined =>
  sandboxInput(limits).safeParse(given).data;
