import { Envelope } from './envelope.ts';

const pageCharacters = 16_000;

/** A part of a long text of others in fences, and the offset of the next part. */
export const showPage = (author: string, text: string, offset: number): string => {
  const page = text.slice(offset, offset + pageCharacters);
  const next = offset + page.length;
  const more = next < text.length ? `\n${String(text.length)} characters; next offset ${String(next)}` : '';
  return `${new Envelope().enclose(author, page)}${more}`;
};
