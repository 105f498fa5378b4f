import { useSetting } from './setting.ts';

/** The number of an entry, which is a link to it. */
export const SeqLink = ({ seq }: { seq: number }) => (
  <a class="seq num" href={useSetting().hrefOf({ seq }) ?? '#'} aria-label={`Entry ${String(seq)}`}>
    {seq}
  </a>
);
