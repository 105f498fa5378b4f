import { hash } from 'node:crypto';
import { visibleText } from './visible-text.ts';

/** Text that is HTML already. It comes from the `markup` template, or from what is known to make safe HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = string | number | Html | readonly HtmlValue[];

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

const htmlOf = (value: HtmlValue): string => {
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return value instanceof Html ? value.text : value.map(htmlOf).join('');
};

/** HTML as a template: every `${value}` that is not HTML itself is escaped, so nothing gets in as markup by mistake. */
export const markup = (strings: TemplateStringsArray, ...values: HtmlValue[]): Html =>
  new Html(strings.reduce((text, part, index) => text + htmlOf(values[index - 1] ?? '') + part));

export const nothing = new Html('');

interface PageFrame {
  title: string;
  /** Either the style itself, which the page then holds, or the address of its file. */
  style: { text: string } | { href: string };
}

/**
 * The sources that a page made here may load from: its one style sheet, and nothing else. No script ever runs in it,
 * wherever it is opened from.
 */
const contentPolicy = (style: PageFrame['style']): string => {
  // Pages opened from disk have no origin of their own, so 'self' alone does not reach their style sheet.
  const source = 'text' in style ? `'sha256-${hash('sha256', style.text, 'base64')}'` : `'self' file:`;
  return `default-src 'none'; style-src ${source}; base-uri 'none'; form-action 'none'`;
};

/** Headers for a page that is sent from here: it gets no origin either, so it is no part of the service. */
export const servedPageHeaders = (style: PageFrame['style']): Record<string, string> => ({
  'content-security-policy': `${contentPolicy(style)}; frame-ancestors 'none'; sandbox`,
  'referrer-policy': 'no-referrer',
});

/** What comes before and after the content of a page. */
export const pageFrame = ({ title, style }: PageFrame): { head: Html; tail: Html } => ({
  head: markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${'text' in style ? markup`<style>${new Html(style.text)}</style>` : markup`<link rel="stylesheet" href="${style.href}">`}
</head>
<body>
`,
  tail: markup`</body>
</html>
`,
});
