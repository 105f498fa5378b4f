interface SourceProps {
  /** The lines, as safe HTML or as text without invisible characters. */
  code: { __html: string } | string;
  /** The number of the first line. */
  first: number;
  count: number;
}

const blockLines = 1000;

/** The numbers from `first` on, one on each line. Blocks keep the loop fast, because there can be a million. */
const numbersFrom = (first: number, count: number): string => {
  let numbers = '';
  for (let start = 0; start < count; start += blockLines) {
    const block = Array.from({ length: Math.min(blockLines, count - start) }, (_, at) => String(first + start + at));
    numbers += `${start === 0 ? '' : '\n'}${block.join('\n')}`;
  }
  return numbers;
};

/** Lines of source with line numbers beside them. Copying the text does not copy the numbers. */
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
