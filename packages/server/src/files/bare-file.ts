import { harmlessTypes } from '@pairspace/protocol';
import type { FileAndBody } from './file-store.ts';

const bytesType = 'application/octet-stream';
const guards = { 'content-disposition': 'attachment', 'content-security-policy': 'sandbox' };

/** What is sent of a file without the envelope. */
interface BareFile {
  type: string;
  body: string | Buffer;
  headers: Record<string, string>;
}

/** The bytes of a file alone, when the caller asks for them; undefined when it wants the envelope (FILE-7, FILE-11). */
export const bareFile = (
  { file: { encoding, mediaType }, body }: FileAndBody,
  prefers: (...mediaTypes: string[]) => string | undefined,
): BareFile | undefined => {
  const asText = encoding === 'utf-8' ? ['text/plain'] : [];
  // JSON is what an envelope is: a JSON file is asked for as bytes.
  const own = mediaType === 'application/json' ? [] : [mediaType];
  const asked = prefers(...own, ...asText, bytesType);
  if (asked === undefined) return undefined;
  return { type: sentType(asked === 'text/plain' ? asked : mediaType, encoding), body, headers: guards };
};

/** Nothing that a browser would run is sent as what it is (FILE-12). */
const sentType = (mediaType: string, encoding: string): string => {
  if (!harmlessTypes.includes(mediaType)) return bytesType;
  return encoding === 'utf-8' && /^text\/|json$/.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
};
