import { type Client, ServiceError } from '@pairspace/client';
import { useState } from 'preact/hooks';
import { sayFailure } from '../../model/service.ts';
import type { PanelProps } from './place.ts';
import { maySteer } from './session-controls.tsx';

/** Why a change of a task was refused. */
export const sayTaskFailure = (error: unknown): string =>
  error instanceof ServiceError && error.details?.['reason'] === 'stale_version'
    ? 'Somebody has changed this task meanwhile, and nothing of yours was written. Look at it as it is now, and try again.'
    : sayFailure(error);

/** Whether whoever looks may direct the tasks, as far as the page knows; the service decides. */
export const mayDirect = ({ feed, moment }: PanelProps): boolean =>
  maySteer(feed) && !moment.isPast && moment.state.session?.status !== 'completed';

type Act = (client: Client, sessionId: string) => Promise<unknown>;

interface TaskCall {
  /** Why the last call was refused. */
  why: string;
  isBusy: boolean;
  run: (act: Act) => void;
}

/** Calls the service for a task, one call at a time. */
export const useTaskCall = ({ feed: { client, sessionId } }: PanelProps): TaskCall => {
  const [why, setWhy] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = (act: Act): void => {
    if (isBusy) return;
    setBusy(true);
    setWhy('');
    act(client, sessionId)
      .catch((error: unknown) => {
        setWhy(sayTaskFailure(error));
      })
      .finally(() => {
        setBusy(false);
      });
  };
  return { why, isBusy, run };
};
