import type { SessionStatus } from '@pairspace/protocol';

const tones: Readonly<Record<SessionStatus, string>> = {
  waiting: 'wait',
  active: 'live',
  paused: 'wait',
  completed: '',
};

export const StatusPill = ({ status }: { status: SessionStatus }) => (
  <span class="pill" data-tone={tones[status]}>
    {status}
  </span>
);

export const StatusDot = ({ status }: { status: SessionStatus }) => (
  <span class="status-dot" data-tone={tones[status]}>
    <span class="hidden-visually">{status}</span>
  </span>
);
