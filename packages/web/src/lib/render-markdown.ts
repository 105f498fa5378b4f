import { markdownHtml } from './markdown.ts';
import { trustedHtml } from './trusted-html.ts';

/** A longer text is shown as it was written, because rendering it would block the page. */
export const renderedCharacters = 64 * 1024;

export const hasCode = (text: string): boolean => /^ {0,3}(```|~~~)/m.test(text);

/** Renders Markdown as HTML that runs no script, loads nothing and brings no styles. */
export const renderMarkdown = (text: string, agents?: ReadonlyMap<string, unknown>): { __html: string } =>
  trustedHtml(markdownHtml(text, agents));
