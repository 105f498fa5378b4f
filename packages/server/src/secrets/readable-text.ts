import type { FileEncoding } from '@pairspace/protocol';
import { isUtf8 } from 'node:buffer';

/** The text of a content; undefined for base64 of binary data, which is not examined (SEC-3). */
export const readableText = (content: string, encoding: FileEncoding = 'utf-8'): string | undefined => {
  if (encoding !== 'base64') return content;
  const bytes = Buffer.from(content, 'base64');
  return isUtf8(bytes) ? bytes.toString() : undefined;
};
