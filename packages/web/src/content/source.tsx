interface SourceProps {
  /** The lines: as HTML that is safe, or as text in which nothing is hidden. */
  code: { __html: string } | string;
  /** The number of the first of them. */
  first: number;
  count: number;
}

const blockLines = 1000;

/** The numbers from `first` on, one a line; made in blocks, since there can be a million. */
const numbersFrom = (first: number, count: number): string => {
  let numbers = '';
  for (let start = 0; start < count; start += blockLines) {
    const block = Array.from({ length: Math.min(blockLines, count - start) }, (_, at) => String(first + start + at));
    numbers += `${start === 0 ? '' : '\n'}${block.join('\n')}`;
  }
  return numbers;
};

/** Lines of source with their numbers beside them, which are not copied with the text. */
export const Source = ({ code, first, count }: SourceProps) => (
  <>
    <pre class="code-numbers" aria-hidden="true">
      {numbersFrom(first, count)}
    </pre>
    <pre class="code-text">
      {typeof code === 'string' ? <code>{code}</code> : <code dangerouslySetInnerHTML={code} />}
    </pre>
  </>
);
