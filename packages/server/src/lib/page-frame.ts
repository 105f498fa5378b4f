import { hash } from 'node:crypto';
import { Markup, markup } from './markup.ts';

interface PageFrame {
  title: string;
  /** The style sheet itself, for a self-contained page, or its URL. */
  style: { text: string } | { href: string };
  /** Whether the page may show pictures in data URLs. */
  holdsPictures?: boolean;
}

/**
 * The content policy of a generated page: it may load its one style sheet and its own pictures. No script runs in it,
 * even if it is opened from disk.
 */
const contentPolicy = (style: PageFrame['style'], holdsPictures: boolean): string => {
  // A page from disk has no origin, so 'self' does not match its style sheet.
  const source = 'text' in style ? `'sha256-${hash('sha256', style.text, 'base64')}'` : `'self' file:`;
  return `default-src 'none'; style-src ${source};${holdsPictures ? ' img-src data:;' : ''} base-uri 'none'; form-action 'none'`;
};

/** Headers for a generated page from this service. The page gets no origin, so that it is isolated from the service. */
export const servedPageHeaders = (
  style: PageFrame['style'],
  { holdsPictures = false } = {},
): Record<string, string> => ({
  'content-security-policy': `${contentPolicy(style, holdsPictures)}; frame-ancestors 'none'; sandbox`,
  'referrer-policy': 'no-referrer',
});

/** The HTML before and after the content of a page. */
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
