import type { Target, Task } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { TargetLink } from '../../content/target-link.tsx';
import { PathText } from '../../content/path-text.tsx';
import { type TaskLink, TaskLinks } from '../../content/task-result.tsx';
import { TaskStatusTag } from '../../content/task-status.tsx';
import { blockersOf } from '../../lib/tasks.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { When } from '../../ui/when.tsx';
import { Name } from '../../ui/who.tsx';
import { PanelHead } from './panel-head.tsx';
import type { PanelProps } from './place.ts';
import { TaskActions } from './task-actions.tsx';
import { TaskOwner } from './task-owner.tsx';
import { TaskSteps } from './task-steps.tsx';
import { useLeases } from './use-leases.ts';

interface TaskViewProps {
  shared: PanelProps;
  task: Task;
}

/** Finds the part of the session that a link of a result names; undefined if the part is not there at this moment. */
const targetIn =
  ({ feed, moment: { state, seq } }: PanelProps) =>
  ({ kind, ref }: TaskLink): Target | undefined => {
    if (kind === 'note') return state.notes.has(ref) ? { note: ref } : undefined;
    if (kind === 'file') return state.files.has(ref) ? { file: ref } : undefined;
    if (kind === 'job') return state.jobs.has(ref) ? { job: ref } : undefined;
    const found = feed.events.messageById(ref)?.seq ?? Number(ref);
    return found >= 1 && found <= seq ? { seq: found } : undefined;
  };

const Part = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <>
    <h3 class="label">{title}</h3>
    {children}
  </>
);

const About = ({ shared, task }: TaskViewProps) => {
  const until = useLeases(shared).get(task.id);
  const { assignee, offeredTo, attempts, priority, requester } = task;
  return (
    <>
      <p class="small dim by">
        task {task.number}, asked for by <Name>{requester.name}</Name>, <When at={task.createdAt} isWhole />
      </p>
      <dl class="facts">
        {assignee && (
          <div class="task-owner-fact">
            <dt>{task.endedAt === null ? 'Owner' : 'Last owner'}</dt>
            <dd>
              <TaskOwner shared={shared} owner={assignee} until={task.status === 'working' ? until : undefined} />
            </dd>
          </div>
        )}
        {offeredTo !== null && (
          <div>
            <dt>Offered to</dt>
            <dd>
              <Name title={offeredTo}>{shared.moment.state.seats.get(offeredTo)?.agentName ?? offeredTo}</Name>
            </dd>
          </div>
        )}
        <div>
          <dt>Priority</dt>
          <dd class="num">{priority}</dd>
        </div>
        {attempts > 1 && (
          <div>
            <dt>Times taken</dt>
            <dd class="num">{attempts}</dd>
          </div>
        )}
      </dl>
    </>
  );
};

/** The tasks that must be done before this one. */
const WaitsFor = ({ shared, task }: TaskViewProps) => {
  const blockers = blockersOf(task, shared.moment.state.tasks);
  if (blockers.length === 0) return null;
  return (
    <Part title="Waits for">
      <ul class="plain task-blockers">
        {blockers.map(({ id, task: other }) => (
          <li key={id}>
            <TargetLink to={{ task: id }} class="link">
              {other ? (
                <>
                  {other.number} <Name>{other.title}</Name>
                </>
              ) : (
                <Name>{id}</Name>
              )}
            </TargetLink>{' '}
            {other && <TaskStatusTag status={other.status} />}
          </li>
        ))}
      </ul>
    </Part>
  );
};

const Texts = ({ title, of }: { title: string; of: readonly string[] }) =>
  of.length === 0 ? null : (
    <Part title={title}>
      <ul class="plain task-texts">
        {of.map((text) => (
          <li key={text}>
            <PathText>{text}</PathText>
          </li>
        ))}
      </ul>
    </Part>
  );

const Result = ({ shared, task: { result } }: TaskViewProps) =>
  result && (
    <Part title="Result">
      {result.text !== '' && <Markdown text={result.text} agents={shared.moment.state.seats} />}
      <TaskLinks links={result.links} targetOf={targetIn(shared)} />
    </Part>
  );

/** A task with its result and its history. */
export const TaskView = (props: TaskViewProps) => {
  const { shared, task } = props;
  return (
    <div class="panel-open">
      <PanelHead shared={shared} title={task.title}>
        <TaskStatusTag status={task.status} />
      </PanelHead>
      <div class="panel-scroll task" tabIndex={0} role="region" aria-label="Task">
        <About {...props} />
        <TaskActions {...props} />
        <WaitsFor {...props} />
        <Result {...props} />
        {task.description !== '' && (
          <Part title="Description">
            <Markdown text={task.description} agents={shared.moment.state.seats} />
          </Part>
        )}
        <Texts title="Paths" of={task.paths} />
        <Texts title="Labels" of={task.labels} />
        <TaskSteps {...props} />
      </div>
    </div>
  );
};
