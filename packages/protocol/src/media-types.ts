import { z } from 'zod';

/** Media types by the extension of a path, in lower case. */
const byExtension: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
  wasm: 'application/wasm',
};

export type FileEncoding = 'utf-8' | 'base64';

/** The media type of a file that was written without one (FILE-10). */
export const mediaTypeOf = (path: string, encoding: FileEncoding): string => {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
  return known ?? (encoding === 'utf-8' ? 'text/plain' : 'application/octet-stream');
};

/** Pictures that a page may show. A browser runs no script in them. */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** Media types in which a browser runs no script. The bytes of a file are sent with no other type (FILE-12). */
export const harmlessTypes: readonly string[] = [
  'text/plain',
  'text/csv',
  'application/json',
  ...pictureTypes,
  'application/pdf',
];

/** A media type without parameters, in lower case. */
export const MediaType = z
  .string()
  .max(127, { error: 'must be at most 127 characters' })
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/, {
    error: 'must be a media type without parameters, such as "image/png"',
  })
  .meta({ description: 'The media type, in small letters and without parameters', examples: ['text/plain'] });
