import type { Task } from '@pairspace/protocol';
import { shadeOf } from '@pairspace/protocol/site';
import { ago } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Avatar, Name } from '../../ui/who.tsx';
import { useShown } from './shown.ts';

const sayLease = (until: string, now: number): string => {
  const left = ago(new Date(now).toISOString(), Date.parse(until));
  return left === 'now' ? 'lease ends now' : `lease ends in ${left}`;
};

interface TaskOwnerProps {
  owner: NonNullable<Task['assignee']>;
  /** The end of the lease as an ISO time; undefined or empty where no lease ends. */
  until: string | undefined;
}

/** The owner of a task, whether the owner is there, and when the lease ends without a sign of life. */
export const TaskOwner = ({ owner: { agentId, agentName }, until }: TaskOwnerProps) => {
  const { feed, moment } = useShown();
  const now = useNow();
  const presence = moment.isPast ? undefined : (feed.presence.get(agentId)?.status ?? 'unknown');
  return (
    <span class="task-owner line wrap">
      <Avatar name={agentName} shade={shadeOf(agentId)} presence={presence} small />
      <span class="cut">
        <Name title={agentId}>{agentName}</Name>
        {presence === 'offline' && <span class="failure"> is silent</span>}
      </span>
      {until !== undefined && until !== '' && <small class="faint">{sayLease(until, now)}</small>}
    </span>
  );
};
