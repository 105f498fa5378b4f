import type { Provider } from '@pairspace/protocol';

export interface JobKind {
  /**
   * The provider of the job's pool. The worker of a process takes jobs of the sandbox, the operator’s workers take both
   * kinds.
   */
  provider: Provider;
  type: string;
}

/**
 * The topic of one kind of jobs, which is notified when such a job may be run. A notification reaches a single waiting
 * worker. This worker notifies the next one when it has taken a job and more jobs wait. No session id has this form. A
 * lost notification only costs time, because every worker also looks by itself now and then.
 */
export const wakeUpTopic = ({ provider, type }: JobKind): string => `${provider}_job_${type.replaceAll('.', '~')}`;
