import type { JobSummary } from '@pairspace/protocol';
import { whyUntaken } from '../../lib/for-you.ts';
import { useNow } from '../../lib/use-now.ts';
import type { PanelProps } from './place.ts';

/** Says that nobody takes a job that waits, and when it expires. */
export const Untaken = ({ shared: { moment }, job }: { shared: PanelProps; job: JobSummary }) => {
  const now = useNow(5000);
  const says = moment.isPast ? undefined : whyUntaken(job, now);
  return says === undefined ? null : <span class="small untaken">Waits: {says}</span>;
};
