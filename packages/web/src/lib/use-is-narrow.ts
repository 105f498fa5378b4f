import { useEffect, useState } from 'preact/hooks';
import { listen } from './listen.ts';

/** The same breakpoint as in the styles. Up to this width the page shows one panel at a time. */
const narrow = matchMedia('(max-width: 899px)');

/** Whether the page is as narrow as on a phone. */
export const useIsNarrow = (): boolean => {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const read = (): void => {
      setNarrow(narrow.matches);
    };
    return listen(narrow, 'change', read);
  }, []);
  return isNarrow;
};
