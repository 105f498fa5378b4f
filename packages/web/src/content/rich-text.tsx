import { visibleText } from '@pairspace/protocol';

interface RichTextProps {
  text: string;
  /** The text rendered, and made safe by whoever shows it; undefined where it is shown as it was written. */
  html: { __html: string } | undefined;
}

/** Markdown as it is read, or as it was written. */
export const RichText = ({ text, html }: RichTextProps) =>
  html ? (
    <div class="markdown" dir="auto" dangerouslySetInnerHTML={html} />
  ) : (
    <pre class="as-written" dir="auto">
      {visibleText(text)}
    </pre>
  );
