import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { Limits } from './limits.ts';
import { Editor } from './notes.ts';
import { pageOf, pageQuery } from './page.ts';
import { textUpTo, Timestamp } from './text.ts';

export const File = z
  .object({
    id: z.string(),
    sessionId: z.string(),
    path: z.string(),
    /** Bytes of UTF-8. */
    size: z.int().nonnegative(),
    /** SHA-256 of the content, hexadecimal. */
    contentHash: z.string().regex(/^[0-9a-f]{64}$/),
    version: z.int().positive(),
    createdBy: Editor,
    lastEditor: Editor,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'File' });
export type File = z.output<typeof File>;

export const FileWithContent = File.extend({ content: z.string() }).meta({ id: 'FileWithContent' });
export type FileWithContent = z.output<typeof FileWithContent>;

const whyNotAPath = (path: string): string | undefined => {
  if (path === '') return 'must not be empty';

  if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) return 'must not hold control characters';
  if (path.includes('\\')) return 'must separate segments with "/", not "\\"';
  if (path.startsWith('/')) return 'must be relative, without a leading "/"';
  if (path.endsWith('/')) return 'must not end with "/"';
  const segments = path.split('/');
  if (segments.includes('')) return 'must not hold an empty segment';
  if (segments.includes('.') || segments.includes('..')) return 'must not hold a "." or ".." segment';
  return undefined;
};

/** The place of a file in its session (FILE-4, FILE-5): relative, "/" between segments, normalised to NFC. */
export const filePath = (limitBytes: number) =>
  textUpTo(limitBytes)
    .overwrite((path) => path.normalize('NFC'))
    .superRefine((path, context) => {
      const message = whyNotAPath(path);
      if (message) context.addIssue({ code: 'custom', message });
    });

const path = '/api/sessions/:sessionId/files';

export const fileEndpoints = (limits: Limits) => {
  const place = filePath(limits.pathBytes);
  const atPath = z.object({ path: place });
  return {
    writeFile: endpoint({
      method: 'POST',
      path,
      access: 'agent',
      summary: 'Create the file at a path (201) or replace it (200)',
      body: z.object({
        path: place,
        content: textUpTo(limits.fileBytes),
        /** 0 = must not exist. */
        expectedVersion: z.int().nonnegative().optional(),
      }),
      result: File,
      status: [201, 200],
      errors: ['CONFLICT'],
    }),
    listFiles: endpoint({
      method: 'GET',
      path,
      access: 'reader',
      summary: 'The files by path, without their content',
      query: z.object(pageQuery),
      result: pageOf(File),
      status: [200],
    }),
    getFile: endpoint({
      method: 'GET',
      path: `${path}/*path`,
      access: 'reader',
      summary: 'One file with its content; `Accept: text/plain` answers the raw text',
      params: atPath,
      result: FileWithContent,
      status: [200],
      alsoAs: ['text/plain'],
    }),
    deleteFile: endpoint({
      method: 'DELETE',
      path: `${path}/*path`,
      access: 'agent',
      summary: 'Delete a file',
      params: atPath,
      result: z.object({ id: z.string(), deleted: z.literal(true) }),
      status: [200],
      errors: ['CONFLICT'],
    }),
  };
};
