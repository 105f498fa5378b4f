import { visibleText } from '@pairspace/protocol';

/** HTML. It comes from `markup`, which escapes everything that is not HTML already. */
export class Markup {
  readonly text: string;

  /** `text` is HTML that this program wrote or made safe. */
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

/** Text as it is safe and visible between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  visibleText(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);

const write = (part: Part | undefined): string => {
  if (typeof part === 'string') return escapeHtml(part);
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(write).join('');
  return part === undefined || part === false ? '' : String(part);
};

/** HTML as a template: whatever is filled in is escaped unless it is markup, so nothing becomes markup by mistake. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(strings.map((string, index) => string + write(parts[index])).join(''));
