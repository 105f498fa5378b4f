import { type FileWithContent, harmlessTypes, pictureTypes } from '@pairspace/protocol';
import { pictureSize } from '../../lib/picture-size.ts';

/** The greatest number of pixels. A browser needs four bytes for each. */
const shownPixels = 25_000_000;

/**
 * Whether a page shows the file as a picture. A picture with huge dimensions would use up the memory of the reader's
 * browser.
 */
export const isShownPicture = ({ content, encoding, mediaType }: FileWithContent): boolean => {
  if (encoding !== 'base64' || !pictureTypes.includes(mediaType)) return false;
  const size = pictureSize(Buffer.from(content, 'base64'), mediaType);
  return size !== undefined && size.width * size.height <= shownPixels;
};

/** A data URL of the file, under a type in which a browser runs no script. */
export const addressOfBytes = ({ content, mediaType }: FileWithContent): string =>
  `data:${harmlessTypes.includes(mediaType) ? mediaType : 'application/octet-stream'};base64,${content}`;
