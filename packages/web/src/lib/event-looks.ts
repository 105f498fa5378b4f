import type { EventSubject } from '@pairspace/protocol';
import type { IconName } from '../ui/icon.tsx';

interface Look {
  icon: IconName;
  /** How much an event counts on the strip of the log. Messages and changes count more than the other events. */
  weight: number;
}

const looks: Readonly<Record<EventSubject, Look>> = {
  session: { icon: 'session', weight: 1 },
  agent: { icon: 'agent', weight: 1 },
  observer: { icon: 'eye', weight: 1 },
  message: { icon: 'bell', weight: 3 },
  note: { icon: 'note', weight: 3 },
  file: { icon: 'file', weight: 3 },
  task: { icon: 'check', weight: 3 },
  ask: { icon: 'bell', weight: 3 },
  compute: { icon: 'settings', weight: 1 },
  job: { icon: 'clock', weight: 1 },
};

/** The look of an event. An unknown subject, from a later version of the service, has the look of a session event. */
export const lookOf = (event: string): Look => {
  const [subject = ''] = event.split('.');
  return Object.hasOwn(looks, subject) ? looks[subject as EventSubject] : looks.session;
};
