import { type FileWithContent, harmlessTypes, pictureTypes } from '@pairspace/protocol';
import { Markup, markup } from '../../lib/markup.ts';
import { pictureSize } from '../../lib/picture-size.ts';

/** A browser needs four bytes for each while it shows a picture. */
const shownPixels = 25_000_000;

/** Whether a page shows the file as a picture. One that says it is huge would cost whoever opens the page its memory. */
const isShown = ({ content, encoding, mediaType }: FileWithContent): boolean => {
  if (encoding !== 'base64' || !pictureTypes.includes(mediaType)) return false;
  const size = pictureSize(Buffer.from(content, 'base64'), mediaType);
  return size !== undefined && size.width * size.height <= shownPixels;
};

/** A file in base64: the picture itself or a word on what it is, and a link that saves it (EXP-12). */
export const binaryFile = (file: FileWithContent): { body: Markup; hasPicture: boolean } => {
  const { path, content, mediaType, contentHash } = file;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const type = harmlessTypes.includes(mediaType) ? mediaType : 'application/octet-stream';
  // Nothing in base64 needs to be escaped, and there can be a megabyte of it.
  const address = new Markup(`data:${type};base64,${content}`);
  const hasPicture = isShown(file);
  return {
    hasPicture,
    body: markup`${
      hasPicture
        ? markup`<p class="picture"><img src="${address}" alt="${name}"></p>
`
        : markup`<p class="soft">This file is not text, but ${mediaType}.</p>
`
    }<p><a href="${address}" download="${name}">Save the file</a></p>
<p class="soft">SHA-256 <code>${contentHash}</code></p>
`,
  };
};
