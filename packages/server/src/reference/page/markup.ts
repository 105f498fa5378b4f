const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** HTML. Only `markup` makes it, which escapes everything that is not HTML already. */
export class Markup {
  readonly text: string;

  /** `text` is HTML that this program wrote. */
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | false | undefined | readonly Part[];

const write = (part: Part): string => {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(write).join('');
  return part === false || part === undefined ? '' : escape(String(part));
};

/** A template of HTML: what is filled in is escaped unless it is markup. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(strings.map((string, index) => string + write(parts[index])).join(''));

/** A sentence in which `backticks` mark code. */
export const prose = (text: string): Markup =>
  markup`${text.split('`').map((part, index) => (index % 2 === 0 ? part : markup`<code>${part}</code>`))}`;

/** The parts with something between them. */
export const joined = (parts: readonly Markup[], between: string): Markup =>
  markup`${parts.map((part, index) => [index > 0 && between, part])}`;
