import { bytesOfBase64, type FileWithContent } from '@pairspace/protocol';

/** A browser needs four bytes for each while it shows a picture. */
const shownPixels = 25_000_000;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Of base64 that holds the head of a PNG, up to its height. */
const headCharacters = 32;

/** The address of a picture that may be shown: a PNG that says so itself and is not huge; else undefined. */
export const shownPicture = ({ encoding, mediaType, content }: FileWithContent): string | undefined => {
  if (encoding !== 'base64' || mediaType !== 'image/png' || content.length < headCharacters) return undefined;
  const head = bytesOfBase64(content.slice(0, headCharacters));
  if (signature.some((byte, index) => head[index] !== byte)) return undefined;
  const view = new DataView(head.buffer);
  return view.getUint32(16) * view.getUint32(20) <= shownPixels ? `data:image/png;base64,${content}` : undefined;
};
