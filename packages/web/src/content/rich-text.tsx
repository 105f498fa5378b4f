import { visibleText } from '@pairspace/protocol';

interface RichTextProps {
  text: string;
  /** The rendered and sanitised text; undefined if the text is shown as it was written. */
  html: { __html: string } | undefined;
}

/** Markdown, rendered or as it was written. */
export const RichText = ({ text, html }: RichTextProps) =>
  html ? (
    <div class="markdown" dir="auto" dangerouslySetInnerHTML={html} />
  ) : (
    <pre class="as-written" dir="auto">
      {visibleText(text)}
    </pre>
  );
