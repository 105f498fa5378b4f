import { placeHref, type Shared } from './place.ts';

/** The number of an entry, which is a link to it. */
export const SeqLink = ({ shared, seq }: { shared: Shared; seq: number }) => (
  <a
    class="seq num"
    href={placeHref(shared.feed.sessionId, { ...shared.place, seq })}
    aria-label={`Entry ${String(seq)}`}
  >
    {seq}
  </a>
);
