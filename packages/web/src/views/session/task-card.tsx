import type { Task } from '@pairspace/protocol';
import { TargetLink } from '../../content/target-link.tsx';
import { PathText } from '../../content/path-text.tsx';
import { plural } from '../../lib/format.ts';
import { type Blocker, blockersOf } from '../../lib/tasks.ts';
import { Name } from '../../ui/who.tsx';
import { TaskOwner } from './task-owner.tsx';
import { calling } from '../../lib/calling.ts';
import { IconButton } from '../../ui/button.tsx';
import { useMoment } from './shown.ts';

const shownLabels = 3;
const shownBlockers = 4;

const priorityTones: Readonly<Record<number, string>> = { 2: 'wait', 3: 'bad' };

/** The priority, unless it is the usual one. */
const PriorityTag = ({ priority }: Pick<Task, 'priority'>) =>
  priority === 1 ? null : (
    <span class="tag" data-tone={priorityTones[priority] ?? ''}>
      priority {priority}
    </span>
  );

const numberOf = ({ id, task }: Blocker): string => (task ? String(task.number) : id);

/** Lists the numbers of the tasks for which this task waits, and says when one of them has failed or was cancelled. */
const WaitsFor = ({ blockers }: { blockers: readonly Blocker[] }) => {
  const isStuck = blockers.some(({ task }) => task?.status === 'failed' || task?.status === 'cancelled');
  return (
    <small class={isStuck ? 'failure' : 'task-waits'}>
      waits for {blockers.slice(0, shownBlockers).map(numberOf).join(', ')}
      {blockers.length > shownBlockers && ` and ${plural(blockers.length - shownBlockers, 'more', 'more')}`}
      {isStuck && ', which will not be done'}
    </small>
  );
};

interface TaskCardProps {
  task: Task;
  until: string | undefined;
  /** Changes the priority; undefined if the reader may not. */
  rank: ((task: Task, priority: number) => void) | undefined;
}

/** Buttons that raise or lower the priority of a task. */
const Rank = ({ task, rank }: { task: Task; rank: NonNullable<TaskCardProps['rank']> }) => (
  <span class="task-rank">
    {(
      [
        ['Raise', 'arrowUp', 1],
        ['Lower', 'arrowDown', -1],
      ] as const
    ).map(([says, icon, by]) => (
      <IconButton
        key={says}
        icon={icon}
        size={13}
        label={`${says} the priority of task ${String(task.number)}`}
        data-rank={`${task.id} ${String(by)}`}
        disabled={task.priority + by > 3 || task.priority + by < 0}
        act={calling(rank, task, task.priority + by)}
      />
    ))}
  </span>
);

/** A task on the board. */
export const TaskCard = ({ task, until, rank }: TaskCardProps) => {
  const { tasks, seats } = useMoment().state;
  const blockers = blockersOf(task, tasks);
  const { status, assignee, offeredTo, labels, result } = task;
  return (
    <article class="task-card sheet" data-blocked={blockers.length > 0} aria-label={`Task ${String(task.number)}`}>
      <TargetLink to={{ task: task.id }} class="task-title">
        <span class="num faint">{task.number}</span> <Name>{task.title}</Name>
      </TargetLink>
      {blockers.length > 0 && <WaitsFor blockers={blockers} />}
      {assignee && <TaskOwner owner={assignee} until={until} />}
      {offeredTo !== null && (
        <small class="dim cut">
          for <Name title={offeredTo}>{seats.get(offeredTo)?.agentName ?? offeredTo}</Name>
        </small>
      )}
      <span class="task-tags line wrap">
        {(status === 'open' || status === 'offered' || status === 'working') && <PriorityTag {...task} />}
        {labels.slice(0, shownLabels).map((label) => (
          <span key={label} class="task-label cut">
            <PathText>{label}</PathText>
          </span>
        ))}
        {labels.length > shownLabels && <small class="faint">+{labels.length - shownLabels}</small>}
        {result !== null && result.links.length > 0 && <small class="dim">{plural(result.links.length, 'link')}</small>}
        {rank && <Rank task={task} rank={rank} />}
      </span>
    </article>
  );
};
