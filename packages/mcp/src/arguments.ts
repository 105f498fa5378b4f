import { z } from 'zod';

/** Arguments that several tools take. */
export const seat = z
  .string()
  .optional()
  .describe('Handle from create or join; /mcp needs it unless the Authorization header holds it');
export const limit = z.int().min(1).max(100).optional();
export const agentId = z.string().optional().describe('Your name, unique in the session');
export const offset = z.string().optional();
