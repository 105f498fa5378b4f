import type { SessionStatus } from '@pairspace/protocol';

const tones: Readonly<Record<SessionStatus, string>> = {
  waiting: 'wait',
  active: 'live',
  paused: 'wait',
  completed: '',
};

interface StatusPillProps {
  status: SessionStatus;
  /** Whether the status belongs to a past moment. */
  isPast?: boolean;
  /** Whether the pill has no colour, as in a session where nothing goes on. */
  isCalm?: boolean;
}

export const StatusPill = ({ status, isPast = false, isCalm = false }: StatusPillProps) => (
  <span class={`pill${isPast ? ' wide-only' : ''}`} data-tone={isCalm || isPast ? '' : tones[status]}>
    {isPast && 'was '}
    {status}
  </span>
);

export const StatusDot = ({ status }: { status: SessionStatus }) => (
  <span class="status-dot" data-tone={tones[status]} title={status}>
    <span class="hidden-visually">{status}</span>
  </span>
);
