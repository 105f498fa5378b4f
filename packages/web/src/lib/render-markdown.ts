import { markdownHtml } from './markdown.ts';
import { trustedHtml } from './trusted-html.ts';

/** A longer text is shown as it was written: rendering takes a multiple of its length in time. */
export const renderedCharacters = 64 * 1024;

export const hasCode = (text: string): boolean => /^ {0,3}(```|~~~)/m.test(text);

/** Markdown as HTML that cannot run, load, or leave its place. */
export const renderMarkdown = (text: string, agents?: ReadonlyMap<string, unknown>): { __html: string } =>
  trustedHtml(markdownHtml(text, agents));
