import { bytesOfBase64, type FileWithContent } from '@pairspace/protocol';

/** The most pixels of a shown picture. A browser needs four bytes of memory for each pixel. */
const shownPixels = 25_000_000;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The number of base64 characters that hold the head of a PNG, up to the height of the picture. */
const headCharacters = 32;

/** The `data:` URL of a picture that may be shown: its bytes begin like a PNG, and it is not huge. Else undefined. */
export const shownPicture = ({ encoding, mediaType, content }: FileWithContent): string | undefined => {
  if (encoding !== 'base64' || mediaType !== 'image/png' || content.length < headCharacters) return undefined;
  const head = bytesOfBase64(content.slice(0, headCharacters));
  if (signature.some((byte, index) => head[index] !== byte)) return undefined;
  const view = new DataView(head.buffer);
  return view.getUint32(16) * view.getUint32(20) <= shownPixels ? `data:image/png;base64,${content}` : undefined;
};
