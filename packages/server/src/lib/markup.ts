import { visibleText } from '@pairspace/protocol';

/** HTML from `markup`, which escapes all other values. */
export class Markup {
  readonly text: string;

  /** `text` must be HTML that this program wrote or sanitised. */
  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Markup | string | number | false | undefined | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for elements and quoted attributes, and makes hidden characters visible. */
export const escapeHtml = (text: string): string =>
  visibleText(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);

const write = (part: Part | undefined): string => {
  if (typeof part === 'string') return escapeHtml(part);
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(write).join('');
  return part === undefined || part === false ? '' : String(part);
};

/** HTML as a template: every value that is not markup is escaped, so that no text becomes markup by mistake. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(strings.map((string, index) => string + write(parts[index])).join(''));
