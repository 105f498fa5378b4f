import { visibleText } from '@pairspace/protocol';
import { useMemo } from 'preact/hooks';
import { readTable } from '../lib/read-table.ts';
import { CodeView } from './code-view.tsx';
import { Markdown } from './markdown.tsx';

const mostRows = 500;
const mostJsonCharacters = 2_000_000;

type Shape = 'markdown' | 'json' | 'table';

/** The shape in which a file is easier to read than as plain text, by its extension; undefined if there is none. */
export const shapeOf = (path: string): Shape | undefined => {
  const [, ending = ''] = /\.(\w+)$/.exec(path.toLowerCase()) ?? [];
  return ({ md: 'markdown', markdown: 'markdown', json: 'json', csv: 'table', tsv: 'table' } as const)[ending as 'md'];
};

const indented = (text: string): string => {
  try {
    return text.length > mostJsonCharacters ? text : JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const Table = ({ text, path }: ShapedTextProps) => {
  const [head = [], ...rows] = useMemo(
    () => readTable(text, path.toLowerCase().endsWith('.tsv') ? '\t' : ',', mostRows + 1),
    [text, path],
  );
  return (
    <div class="panel-scroll markdown" tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index}>{visibleText(cell)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{visibleText(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === mostRows && <p class="faint small">The first {mostRows} rows; Source has all of them.</p>}
    </div>
  );
};

interface ShapedTextProps {
  text: string;
  path: string;
}

/** A text in its shape: a document, indented JSON, or a table. */
export const ShapedText = ({ text, path }: ShapedTextProps) => {
  const shape = shapeOf(path);
  const json = useMemo(() => (shape === 'json' ? indented(text) : ''), [text, shape]);
  if (shape === 'json') return <CodeView text={json} path={path} label={`Indented ${path}`} />;
  if (shape === 'table') return <Table text={text} path={path} />;
  return (
    <div class="panel-scroll" tabIndex={0} role="region" aria-label="File">
      <Markdown text={text} cutAt={60_000} />
    </div>
  );
};
