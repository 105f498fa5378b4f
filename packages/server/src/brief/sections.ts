import { cutTo, quote } from './quote.ts';

/** An item of a brief: a line of the service, and a quotation below it. */
export interface Entry {
  line: string;
  quoted?: string;
  /** The event that the entry describes; each event appears once in a brief. */
  seq?: number;
  /** The entry tells only that there is a text. */
  isCut?: boolean;
}

export interface Section {
  title: string;
  /** The greatest share of the whole brief that the section may take, from 0 to 1. */
  share: number;
  /** The most important entry comes first. */
  entries: readonly Entry[];
  /** There is more than the entries show. */
  hasMore?: boolean;
  /** The entries are shown in reverse, so that the newest comes last. */
  isReversed?: boolean;
}

const leftOut = '_More is left out._';
/** The least length of a quotation; a shorter one is omitted. */
const shortestQuote = 40;

interface CutText {
  text: string;
  isCut: boolean;
}

/**
 * Writes the head and the sections one after the other, each as far as it fits, and at most `maxChars` in all (BRF-1).
 */
export const writeSections = (head: string, sections: readonly Section[], maxChars: number): CutText => {
  let text = cutTo(head, Math.floor(maxChars / 3));
  let isCut = text !== head;
  const told = new Set<number>();
  for (const section of sections) {
    const entries = section.entries.filter(({ seq }) => seq === undefined || !told.has(seq));
    if (entries.length === 0) continue;
    const room = Math.min(maxChars - text.length, Math.floor(maxChars * section.share));
    const written = writeSection({ ...section, entries }, room, told);
    text += written.text;
    isCut ||= written.isCut;
  }
  return { text, isCut };
};

const writeSection = (section: Section, room: number, told: Set<number>): CutText => {
  const title = `\n## ${section.title}\n`;
  const blocks: string[] = [];
  let left = room - title.length - leftOut.length - 2;
  let isCut = section.hasMore ?? false;
  for (const entry of section.entries) {
    const block = writeEntry(entry, left);
    if (!block) {
      isCut = true;
      break;
    }
    blocks.push(block.text);
    left -= block.text.length;
    isCut ||= block.isCut;
    if (entry.seq !== undefined) told.add(entry.seq);
  }
  if (blocks.length === 0) return { text: '', isCut: true };
  const shown = section.isReversed ? blocks.reverse() : blocks;
  const isShort = blocks.length < section.entries.length || section.hasMore;
  const more = isShort ? [`\n${leftOut}\n`] : [];
  return { text: [title, ...(section.isReversed ? [...more, ...shown] : [...shown, ...more])].join(''), isCut };
};

const writeEntry = ({ line, quoted, isCut = false }: Entry, room: number): CutText | undefined => {
  const head = `\n${line}\n`;
  if (quoted === undefined) return head.length <= room ? { text: head, isCut } : undefined;
  const left = room - head.length - 2;
  if (left < Math.min(shortestQuote, quoted.length + 2)) return undefined;
  // A quotation takes at most half of the room, so that others fit too.
  const words = quote(quoted, Math.min(left, Math.max(shortestQuote, Math.floor(room / 2))));
  return words && { text: `${head}\n${words.text}\n`, isCut: words.isCut };
};
