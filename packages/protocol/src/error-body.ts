import { z } from 'zod';
import { type ErrorCode, statusOfCode } from './errors.ts';

/**
 * The body of a refusal (API-4). The file holds only this, so that a page can use the errors without the other schemas.
 */
export const ErrorBody = z
  .object({
    ok: z.literal(false).meta({ description: 'Always false; a success has true, and `data` in place of `error`' }),
    error: z
      .object({
        code: z
          .enum(Object.keys(statusOfCode) as [ErrorCode, ...ErrorCode[]])
          .meta({ description: 'The kind of error, for programs: one of the error codes' }),
        message: z.string().meta({
          description: 'An explanation for people and models: the error and its remedy',
          examples: ['content: must not be empty'],
        }),
        details: z
          .record(z.string(), z.unknown())
          .meta({
            description: 'More about it, where there is more',
            examples: [{ issues: [{ path: 'content', message: 'must not be empty' }] }],
          })
          .optional(),
        requestId: z.string().meta({
          description: 'Names this request in the log of the service; also the header `X-Request-Id`',
          examples: ['req_1kqz5vb8000r1s4v7y0c3e6g9jwt'],
        }),
      })
      .meta({ description: 'An explanation: the error and its remedy' }),
  })
  .meta({ id: 'Error', description: 'A request that was refused' });
export type ErrorBody = z.output<typeof ErrorBody>;
