import { hash } from 'node:crypto';
import { Markup, markup } from './markup.ts';

interface PageFrame {
  title: string;
  /** Either the style itself, which the page then holds, or the address of its file. */
  style: { text: string } | { href: string };
  /** Whether it may show the pictures that it holds itself. */
  holdsPictures?: boolean;
}

/**
 * The sources that a page made here may load from: its one style sheet, itself for pictures, and nothing else. No script ever runs in it,
 * wherever it is opened from.
 */
const contentPolicy = (style: PageFrame['style'], holdsPictures: boolean): string => {
  // Pages opened from disk have no origin of their own, so 'self' alone does not reach their style sheet.
  const source = 'text' in style ? `'sha256-${hash('sha256', style.text, 'base64')}'` : `'self' file:`;
  return `default-src 'none'; style-src ${source};${holdsPictures ? ' img-src data:;' : ''} base-uri 'none'; form-action 'none'`;
};

/** Headers for a page that is sent from here: it gets no origin either, so it is no part of the service. */
export const servedPageHeaders = (
  style: PageFrame['style'],
  { holdsPictures = false } = {},
): Record<string, string> => ({
  'content-security-policy': `${contentPolicy(style, holdsPictures)}; frame-ancestors 'none'; sandbox`,
  'referrer-policy': 'no-referrer',
});

/** What comes before and after the content of a page. */
export const pageFrame = ({ title, style, holdsPictures = false }: PageFrame): { head: Markup; tail: Markup } => ({
  head: markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(style, holdsPictures)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${'text' in style ? markup`<style>${new Markup(style.text)}</style>` : markup`<link rel="stylesheet" href="${style.href}">`}
</head>
<body>
`,
  tail: markup`</body>
</html>
`,
});
