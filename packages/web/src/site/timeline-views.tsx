import { EntryFrame, Day } from '../content/entry-frame.tsx';
import { Fact } from '../content/fact.tsx';
import { isContinuation } from '../content/is-continuation.ts';
import { JobCard } from '../content/job-card.tsx';
import { Quote } from '../content/quote.tsx';
import { Said } from '../content/said.tsx';
import { entryId, type SiteEntry } from '@pairspace/protocol/site';
import type { ViewOf } from './view-of.ts';
import { Written } from './written.tsx';

const Entry = ({ entry, isContinuation }: { entry: SiteEntry; isContinuation: boolean }) => {
  const { event, words, quoted, job } = entry;
  return (
    <EntryFrame event={event} isContinuation={isContinuation} id={entryId(event.seq)}>
      {event.event === 'message.created' ? (
        <Said event={event} isContinuation={isContinuation}>
          {event.data.replyTo !== null && <Quote of={quoted} />}
          {words && <Written of={words} />}
        </Said>
      ) : (
        <Fact event={event}>{job && <JobCard job={job} />}</Fact>
      )}
    </EntryFrame>
  );
};

const dayOf = (entry: SiteEntry | undefined): string | undefined => entry?.event.timestamp.slice(0, 10);

/** A part of the log. */
export const Entries = ({ entries }: ViewOf<'entries'>) => (
  <section aria-label="Timeline">
    {entries.map((entry, index) => {
      const before = entries[index - 1];
      const startsDay = dayOf(before) !== dayOf(entry);
      return (
        <>
          {startsDay && <Day at={entry.event.timestamp} />}
          <Entry entry={entry} isContinuation={!startsDay && isContinuation(before?.event, entry.event)} />
        </>
      );
    })}
  </section>
);

/** Links from one page of a long part to the pages before and after it. */
export const TurnView = ({ label, number, back, on }: ViewOf<'turn'>) => (
  <nav class="turn line" aria-label={label}>
    {back && (
      <a class="button" href={back.href} rel="prev">
        ← {back.says}
      </a>
    )}
    <span class="dim">Page {number}</span>
    {on && (
      <a class="button" href={on.href} rel="next">
        {on.says} →
      </a>
    )}
  </nav>
);
