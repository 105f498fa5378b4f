import { z } from 'zod';
import { base64Bytes } from './base64.ts';
import { deletedOf } from './deleted.ts';
import { editsOf } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { FileId, SessionId } from './ids.ts';
import type { Limits } from './limits.ts';
import { type FileEncoding, harmlessTypes, MediaType } from './media-types.ts';
import { Editor } from './notes.ts';
import { pageOf, pageQuery } from './page.ts';
import { beyond, pastSeq, screenedBody, textUpTo, Timestamp, utf8Fits, wholeNumber } from './text.ts';

const pathMeta = {
  description: 'The path of the file: relative, `/` between segments, stored in NFC',
  examples: ['src/dates.ts'],
};
const contentMeta = { description: 'The content, in its encoding', examples: ['export const parse = Date.parse;\n'] };
export const Encoding = z.enum(['utf-8', 'base64']).meta({
  description: 'How `content` says the bytes: as text, or in base64 for what is not text',
  examples: ['utf-8'],
});

export const File = z
  .object({
    id: FileId.meta({ description: 'The file; newer ones sort after older ones' }),
    sessionId: SessionId,
    path: z.string().meta(pathMeta),
    size: z
      .int()
      .nonnegative()
      .meta({ description: 'How many bytes it holds', examples: [33] }),
    encoding: Encoding,
    mediaType: MediaType,
    contentHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description: 'SHA-256 of the bytes, hexadecimal',
        examples: ['cb90e1ff767eb9031f663213f0d423805b46cb5043fd2f5bd8d3946c2ca8554e'],
      }),
    version: z
      .int()
      .positive()
      .meta({ description: 'Counts the writes, from 1', examples: [1] }),
    createdBy: Editor.meta({ description: 'The author of the first version' }),
    lastEditor: Editor.meta({ description: 'The author of the newest version' }),
    createdAt: Timestamp.meta({ description: 'When it was created' }),
    updatedAt: Timestamp.meta({ description: 'When its newest version was written' }),
    copiedFrom: z
      .object({
        sessionId: SessionId.meta({ description: 'The session of that file' }),
        fileId: FileId.meta({ description: 'The id of the original file' }),
        version: z.int().meta({ description: 'The version of the original file at that time', examples: [3] }),
      })
      .optional()
      .meta({ description: 'The file that a fork copied; absent for a file of its own' }),
  })
  .meta({ id: 'File', description: 'A file of the session, without its content' });
export type File = z.output<typeof File>;

export const EditedFile = File.extend({
  merged: z.boolean().meta({
    description: 'Whether the edits were merged with versions after `expectedVersion`',
    examples: [false],
  }),
}).meta({ id: 'EditedFile', description: 'A file after its edits, without its content' });
export type EditedFile = z.output<typeof EditedFile>;

export const FileVersion = File.pick({
  id: true,
  sessionId: true,
  path: true,
  version: true,
  size: true,
  encoding: true,
  mediaType: true,
  contentHash: true,
})
  .extend({
    editor: Editor.meta({ description: 'The author of this version' }),
    seq: z
      .int()
      .nonnegative()
      .meta({ description: 'The event that made this version', examples: [7] }),
    createdAt: Timestamp.meta({ description: 'When this version was written' }),
  })
  .meta({ id: 'FileVersion', description: 'A version of a file, without its content' });
export type FileVersion = z.output<typeof FileVersion>;

export const FileWithContent = File.extend({ content: z.string().meta(contentMeta) }).meta({
  id: 'FileWithContent',
  description: 'A file of the session',
});
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

/**
 * The place of a file in its session (FILE-4, FILE-5): relative, "/" between segments, normalised to NFC. `formOf` makes
 * it of other spellings.
 */
export const filePath = (limitBytes: number, formOf = (path: string): string => path) =>
  textUpTo(limitBytes)
    .overwrite((path) => formOf(path).normalize('NFC'))
    // NFC makes some texts longer.
    .refine((path) => utf8Fits(path, limitBytes), beyond(limitBytes))
    .superRefine((path, context) => {
      const message = whyNotAPath(path);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .meta(pathMeta);

/**
 * The content and the encoding of a file that is written. The limit counts decoded bytes, and base64 takes a third more
 * (FILE-9).
 */
export const fileContent = (limitBytes: number) => ({
  content: z.string().meta({
    ...contentMeta,
    description: 'The whole content, in its encoding; the limit is of the bytes that it stands for',
    'x-maxBytes': limitBytes,
  }),
  encoding: Encoding.default('utf-8'),
});

/** Adds an issue for content that is not in its encoding, or too large. */
export const checkFileContent =
  (limitBytes: number) =>
  ({
    value: { content, encoding },
    issues,
  }: z.core.ParsePayload<{ content: string; encoding: FileEncoding }>): void => {
    const bytes = encoding === 'base64' ? base64Bytes(content) : undefined;
    const refuse = (message: string, params?: { limitBytes: number }): void => {
      issues.push({ code: 'custom', path: ['content'], message, input: content, ...(params && { params }) });
    };
    if (encoding === 'base64' && bytes === undefined) {
      refuse('must be base64 (RFC 4648, section 4) with its padding, without white space');
    } else if (bytes === undefined ? !utf8Fits(content, limitBytes) : bytes > limitBytes) {
      refuse(`must be at most ${String(limitBytes)} bytes`, { limitBytes });
    }
  };

const path = '/api/sessions/:sessionId/files';

const atPath = (limits: Limits) =>
  z.object({
    path: filePath(limits.pathBytes).meta({
      description: 'The path of the file; `/` is sent literally, other reserved characters are percent-encoded',
    }),
  });

const writeFile = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path,
    access: 'agent',
    summary: 'Write a file',
    description: 'Creates the file at a path (201) or replaces it with its next version (200).',
    body: z
      .object({
        path: filePath(limits.pathBytes),
        ...fileContent(limits.fileBytes),
        mediaType: MediaType.meta({
          description: 'The media type; by default that of the path’s extension',
        }).optional(),
        expectedVersion: z
          .int()
          .nonnegative()
          .meta({
            description: 'The version that this write replaces, 0 when there must be none; a stale one is 409',
            examples: [0],
          })
          .optional(),
        ...screenedBody,
      })
      .check(checkFileContent(limits.fileBytes)),
    screened: ['path', 'content'],
    preconditions: ['if-match', 'if-none-match'],
    result: File,
    status: [201, 200],
    errors: ['CONFLICT'],
    conflicts: ['session_completed', 'limit_reached', 'stale_version', 'file_exists', 'path_taken'],
    example: { body: { path: 'src/dates.ts', content: 'export const parse = Date.parse;\n', expectedVersion: 0 } },
  });

const listFiles = endpoint({
  method: 'GET',
  path,
  access: 'reader',
  summary: 'List files',
  description: 'Returns the files by path, without their content.',
  query: z.object(pageQuery),
  result: pageOf(File),
  status: [200],
});

const getFile = (limits: Limits) =>
  endpoint({
    method: 'GET',
    path: `${path}/*path`,
    access: 'reader',
    summary: 'Read a file',
    description:
      'Returns one file with its content. `Accept: application/octet-stream`, or the file’s own media type, asks for its bytes, `Accept: text/plain` for the raw text; `version` or `seq` for the file as it was.',
    params: atPath(limits),
    query: z.object({
      version: wholeNumber(1, Number.MAX_SAFE_INTEGER)
        .meta({ description: 'Answers this version of the file, while it is kept', examples: [3] })
        .optional(),
      seq: pastSeq().optional(),
    }),
    tagged: true,
    result: FileWithContent,
    status: [200],
    alsoAs: [...harmlessTypes.filter((type) => type !== 'application/json'), 'application/octet-stream'],
  });

const editFile = (limits: Limits) =>
  endpoint({
    method: 'PATCH',
    path: `${path}/*path`,
    access: 'agent',
    summary: 'Edit a file',
    description: 'Edits of an older version are merged with the changes that came since.',
    params: atPath(limits),
    body: z.object({
      expectedVersion: z
        .int()
        .positive()
        .meta({ description: 'The version that the edits are based on; the current one when absent', examples: [3] })
        .optional(),
      edits: editsOf(limits.fileBytes),
      ...screenedBody,
    }),
    screened: ['edits'],
    preconditions: ['if-match'],
    result: EditedFile,
    status: [200],
    errors: ['CONFLICT'],
    conflicts: [
      'session_completed',
      'stale_version',
      'edit_not_found',
      'edit_ambiguous',
      'edit_overlaps',
      'version_gone',
      'not_text',
    ],
    example: { body: { expectedVersion: 1, edits: [{ append: 'export const format = String;\n' }] } },
  });

const listFileVersions = (limits: Limits) =>
  endpoint({
    method: 'GET',
    path: '/api/sessions/:sessionId/history/files/*path',
    access: 'reader',
    summary: 'List the versions of a file',
    description: 'Returns the versions that are kept, newest first and without content.',
    params: atPath(limits),
    query: z.object(pageQuery),
    result: pageOf(FileVersion),
    status: [200],
  });

const deleteFile = (limits: Limits) =>
  endpoint({
    method: 'DELETE',
    path: `${path}/*path`,
    access: 'agent',
    summary: 'Delete a file',
    params: atPath(limits),
    preconditions: ['if-match'],
    result: deletedOf(FileId),
    status: [200],
    errors: ['CONFLICT'],
    conflicts: ['session_completed', 'stale_version'],
  });

export const fileEndpoints = (limits: Limits) => ({
  writeFile: writeFile(limits),
  listFiles,
  getFile: getFile(limits),
  editFile: editFile(limits),
  listFileVersions: listFileVersions(limits),
  deleteFile: deleteFile(limits),
});
