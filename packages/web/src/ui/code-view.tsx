import { useMemo, useRef } from 'preact/hooks';
import { cutLine, htmlLines, languageOf } from '../lib/code-lines.ts';
import { useHighlighter } from '../lib/highlight.ts';
import { trustedHtml } from '../lib/trusted-html.ts';
import { useVirtualList } from '../lib/use-virtual-list.ts';
import { visibleText } from '../lib/visible.ts';

const lineHeight = 20;

interface CodeViewProps {
  text: string;
  /** Its ending tells the language. */
  path: string;
  label: string;
}

/** Source with line numbers. Only the lines in sight are laid out, so a file of 100,000 lines scrolls like a short one. */
export const CodeView = ({ text, path, label }: CodeViewProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const isShort = text.length <= 200 * 1024;
  const highlight = useHighlighter(isShort);
  const { lines, isHtml } = useMemo(() => {
    const visible = visibleText(text);
    const longest = visible.split('\n').some((line) => line.length > 5000);
    const html = longest ? undefined : highlight?.(visible, languageOf(path));
    return html === undefined
      ? { lines: visible.split('\n').map(cutLine), isHtml: false }
      : { lines: htmlLines(html), isHtml: true };
  }, [text, path, highlight]);
  const list = useVirtualList({ scroller, count: lines.length, estimate: () => lineHeight, overscan: 20 });
  const digits = String(lines.length).length;
  return (
    <div class="code-view" ref={scroller} tabIndex={0} role="region" aria-label={label}>
      <div class="code-lines" style={{ height: `${String(list.totalSize)}px`, '--digits': String(digits) }}>
        {list.items.map(({ index, start }) => (
          <div class="code-line" key={index} style={{ transform: `translateY(${String(start)}px)` }}>
            <span class="code-number" aria-hidden="true">
              {index + 1}
            </span>
            {isHtml ? <code dangerouslySetInnerHTML={trustedHtml(lines[index] ?? '')} /> : <code>{lines[index]}</code>}
          </div>
        ))}
      </div>
    </div>
  );
};
