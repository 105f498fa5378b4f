import type { Rendered } from '@pairspace/protocol/site';
import { RichText } from '../content/rich-text.tsx';

/** A text that the service has rendered and sanitised, or leaves as it was written. */
export const Written = ({ of: { text, html } }: { of: Rendered }) => (
  <RichText text={text} html={html === undefined ? undefined : { __html: html }} />
);
