import type { Page } from 'playwright-core';

const quality = 0.45;

/** A picture as a still WebP of the lossy kind, which a page of a browser paints. */
export const webpOf = async (painter: Page, png: Buffer): Promise<Buffer> => {
  const address = await painter.evaluate(
    async ([base64, share]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = document.createElement('canvas');
      canvas.width = picture.width;
      canvas.height = picture.height;
      canvas.getContext('2d')?.drawImage(picture, 0, 0);
      return canvas.toDataURL('image/webp', share);
    },
    [png.toString('base64'), quality] as const,
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
};
