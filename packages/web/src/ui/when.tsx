import { fullTime, timeOf } from '../lib/format.ts';

/** A moment as the clock showed it; the full date is a title away. */
export const When = ({ at, text }: { at: string; text?: string }) => (
  <time dateTime={at} title={fullTime(at)}>
    {text ?? timeOf(at)}
  </time>
);
