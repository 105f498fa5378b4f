import { type FileWithContent, harmlessTypes, pictureTypes } from '@pairspace/protocol';
import { pictureSize } from '../../lib/picture-size.ts';

/** A browser needs four bytes for each while it shows a picture. */
const shownPixels = 25_000_000;

/** Whether a page shows the file as a picture. One that says it is huge would cost whoever opens the page its memory. */
export const isShownPicture = ({ content, encoding, mediaType }: FileWithContent): boolean => {
  if (encoding !== 'base64' || !pictureTypes.includes(mediaType)) return false;
  const size = pictureSize(Buffer.from(content, 'base64'), mediaType);
  return size !== undefined && size.width * size.height <= shownPixels;
};

/** The file in base64 as an address that holds it, under a type that no browser runs. */
export const addressOfBytes = ({ content, mediaType }: FileWithContent): string =>
  `data:${harmlessTypes.includes(mediaType) ? mediaType : 'application/octet-stream'};base64,${content}`;
