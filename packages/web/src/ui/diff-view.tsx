import { useMemo } from 'preact/hooks';
import { compareLines } from '../lib/compare-lines.ts';
import { Diff } from '../content/diff.tsx';
import { plural } from '../lib/format.ts';
import { useOpen } from '../lib/use-open.ts';
import { visibleText } from '@pairspace/protocol';
import { Button } from './button.tsx';

interface DiffViewProps {
  before: string;
  after: string;
  /** The number of lines that are shown at first. */
  most?: number;
}

/** The differences between two texts; the reader may ask for all of them. */
export const DiffView = ({ before, after, most = 14 }: DiffViewProps) => {
  const [isWhole, showAll] = useOpen();
  const lines = useMemo(() => compareLines(visibleText(before), visibleText(after)), [before, after]);
  return (
    <Diff
      lines={lines}
      most={isWhole ? Infinity : most}
      rest={(left) => <Button class="button quiet more" act={showAll} says={plural(left, 'more line')} />}
    />
  );
};
