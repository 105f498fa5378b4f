import { harmlessTypes } from '@pairspace/protocol';
import type { FileAndBody } from './file-store.ts';

const bytesType = 'application/octet-stream';
const guards = { 'content-disposition': 'attachment', 'content-security-policy': 'sandbox' };

/** A file's bytes and headers for an answer without the envelope. */
interface BareFile {
  type: string;
  body: string | Buffer;
  headers: Record<string, string>;
}

/** The bytes of a file if the caller asks for them; undefined if it wants the envelope (FILE-7, FILE-11). */
export const bareFile = (
  { file: { encoding, mediaType }, body }: FileAndBody,
  prefers: (...mediaTypes: string[]) => string | undefined,
): BareFile | undefined => {
  const asText = encoding === 'utf-8' ? ['text/plain'] : [];
  // A JSON file is not offered as application/json, because that media type asks for the envelope.
  const own = mediaType === 'application/json' ? [] : [mediaType];
  const asked = prefers(...own, ...asText, bytesType);
  if (asked === undefined) return undefined;
  return { type: sentType(asked === 'text/plain' ? asked : mediaType, encoding), body, headers: guards };
};

/** The media type of an answer: a type with scripts is replaced by a harmless one (FILE-12). */
const sentType = (mediaType: string, encoding: string): string => {
  if (!harmlessTypes.includes(mediaType)) return bytesType;
  return encoding === 'utf-8' && /^text\/|json$/.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
};
