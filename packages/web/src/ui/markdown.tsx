import { useMemo, useEffect, useRef } from 'preact/hooks';
import { RichText } from '../content/rich-text.tsx';
import { bytes } from '../lib/format.ts';
import { useHighlighter } from '../lib/highlight.ts';
import { useOpen } from '../lib/use-open.ts';
import { Button } from './button.tsx';
import { markdownHtml } from '../lib/markdown.ts';
import { trustedHtml } from '../lib/trusted-html.ts';
import type { RefObject } from 'preact';
import { copyText } from '../lib/copy-text.ts';

/** Adds a copy button to each code block of a rendered text. An unchanged block keeps its button. */
const useCopyCode = (html: unknown): RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const code of frame.current?.querySelectorAll('pre > code:only-child') ?? []) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy-code';
      button.textContent = 'Copy';
      button.addEventListener('click', () => {
        void copyText(code.textContent).then((said) => {
          button.textContent = said;
        });
      });
      code.after(button);
    }
  }, [html]);
  return frame;
};

/** A longer text is shown as it was written, because rendering it would block the page. */
const renderedCharacters = 64 * 1024;

const hasCode = (text: string): boolean => /^ {0,3}(```|~~~)/m.test(text);

/** Renders Markdown as HTML that runs no script, loads nothing and brings no styles. */
const renderMarkdown = (text: string, agents?: ReadonlyMap<string, unknown>): { __html: string } =>
  trustedHtml(markdownHtml(text, agents));

interface MarkdownProps {
  text: string;
  /** The agents whose mentions are marked. */
  agents?: ReadonlyMap<string, unknown> | undefined;
  /** Longer texts are cut until somebody asks for the rest. */
  cutAt?: number;
}

/** The beginning of a text, up to the end of a line where one is near. */
const beginning = (text: string, characters: number): string => {
  const end = text.lastIndexOf('\n', characters);
  return text.slice(0, end > characters / 2 ? end : characters);
};

export const Markdown = ({ text, agents, cutAt = Infinity }: MarkdownProps) => {
  const [isWhole, showAll] = useOpen();
  const isCut = !isWhole && text.length > cutAt;
  const shown = isCut ? beginning(text, cutAt) : text;
  const isPlain = shown.length > renderedCharacters;
  const colored = useHighlighter(!isPlain && hasCode(shown));
  const html = useMemo(() => (isPlain ? undefined : renderMarkdown(shown, agents)), [shown, agents?.size, colored]);
  const frame = useCopyCode(html);
  return (
    <div ref={frame}>
      <RichText text={shown} html={html} />
      {isCut && (
        <Button class="button quiet more" act={showAll}>
          Show all {bytes(text.length)}
        </Button>
      )}
    </div>
  );
};
