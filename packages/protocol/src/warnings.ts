import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

export const warningLimits = { count: 20, characters: 300 } as const;

/** Warnings that may accompany the answer to a request with a body (API-22). */
export const Warned = z
  .object({
    warnings: z
      .array(z.string().max(warningLimits.characters))
      .max(warningLimits.count)
      .optional()
      .meta({
        description:
          'Likely mistakes of the request: an unknown field that resembles a known one, a mention of nobody, a part of a search that was left out. They are not stored',
        examples: [['"text" is no field of this request and was ignored. Did you mean "content"?']],
      }),
  })
  .meta({ id: 'Warned', description: 'Warnings in the answer to a request with a body, beside its payload' });

/** The payload of an endpoint's answers, with warnings if its answers can have them. A Job declares its own. */
export const payloadSchema = ({ body, result }: Pick<Endpoint, 'body' | 'result'>): z.ZodType =>
  body && result instanceof z.ZodObject && !('warnings' in result.shape) ? result.extend(Warned.shape) : result;
