import { ServiceError } from '@pairspace/client';
import type { Task } from '@pairspace/protocol';
import { sayFailure } from '../../model/service.ts';
import { hasRight, isOperator } from '../../model/current-identity.ts';
import type { Moment } from './use-moment-at.ts';
import type { SessionFeed } from '../../model/session-feed.ts';

/** Why a change of a task was refused. */
export const sayTaskFailure = (error: unknown): string =>
  error instanceof ServiceError && error.details?.['reason'] === 'stale_version'
    ? 'Somebody has changed this task meanwhile, and nothing of yours was written. Look at it as it is now, and try again.'
    : sayFailure(error);

/** Whether the person at the page may create tasks and cancel any task. */
export const mayDirect = ({ identity }: SessionFeed, moment: Moment): boolean =>
  hasRight(identity, 'steer') &&
  !isOperator(identity) &&
  !moment.isPast &&
  moment.state.session?.status !== 'completed';

/** Whether the reader may change a task in every way: the creator may change any task, others only their own. */
export const mayChange = (feed: SessionFeed, moment: Moment, task: Task | undefined): boolean => {
  const person = feed.identity?.person;
  return mayDirect(feed, moment) && (person?.givesRights === true || task?.requester.id === person?.id);
};
