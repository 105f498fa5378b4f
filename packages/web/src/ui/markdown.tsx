import { useMemo } from 'preact/hooks';
import { RichText } from '../content/rich-text.tsx';
import { bytes } from '../lib/format.ts';
import { useCopyCode } from '../lib/use-copy-code.ts';
import { useHighlighter } from '../lib/highlight.ts';
import { hasCode, renderedCharacters, renderMarkdown } from '../lib/render-markdown.ts';
import { useOpen } from '../lib/use-open.ts';
import { Button } from './button.tsx';

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
