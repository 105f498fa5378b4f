import { useMemo, useRef } from 'preact/hooks';
import { Source } from '../content/source.tsx';
import { cutLine, htmlLines, languageOf } from '../lib/code-lines.ts';
import { colouringMs, useHighlighter } from '../lib/highlight.ts';
import { trustedHtml } from '../lib/trusted-html.ts';
import { useVirtualList } from '../lib/use-virtual-list.ts';
import { visibleText } from '@pairspace/protocol';

const lineHeight = 20;

interface CodeViewProps {
  text: string;
  /** The path, whose extension tells the language. */
  path: string;
  label: string;
}

/** Source with line numbers. Only the visible lines are laid out, so 100,000 lines scroll like a few. */
export const CodeView = ({ text, path, label }: CodeViewProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const isShort = text.length <= 64 * 1024;
  const highlight = useHighlighter(isShort);
  const { lines, isHtml } = useMemo(() => {
    const visible = visibleText(text);
    const html = highlight?.(visible, languageOf(path), colouringMs);
    return html === undefined
      ? { lines: visible.split('\n').map(cutLine), isHtml: false }
      : { lines: htmlLines(html), isHtml: true };
  }, [text, path, highlight]);
  const list = useVirtualList({ scroller, count: lines.length, estimate: () => lineHeight, overscan: 20 });
  const [first] = list.items;
  const inSight = lines.slice(first?.index ?? 0, (list.items.at(-1)?.index ?? -1) + 1).join('\n');
  return (
    <div class="code-view" ref={scroller} tabIndex={0} role="region" aria-label={label}>
      <div style={{ height: `${String(list.totalSize)}px`, '--digits': String(String(lines.length).length) }}>
        <div class="code" style={{ transform: `translateY(${String(first?.start ?? 0)}px)` }}>
          <Source
            code={isHtml ? trustedHtml(inSight) : inSight}
            first={(first?.index ?? 0) + 1}
            count={list.items.length}
          />
        </div>
      </div>
    </div>
  );
};
