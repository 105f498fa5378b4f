import { z } from 'zod';

/** The payload of every DELETE (API-8). `id` is the schema of the deleted entity's id. */
export const deletedOf = <T extends z.ZodType<string>>(id: T) =>
  z.object({ id, deleted: z.literal(true).meta({ description: 'Always true' }) });
