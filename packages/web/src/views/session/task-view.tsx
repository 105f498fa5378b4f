import type { Target, Task } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { TargetLink } from '../../content/target-link.tsx';
import { PathText } from '../../content/path-text.tsx';
import { type TaskLink, TaskLinks } from '../../content/task-result.tsx';
import { TaskStatusTag } from '../../content/task-status.tsx';
import { blockersOf } from '../../lib/tasks.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { When } from '../../ui/when.tsx';
import { Name, Named } from '../../ui/who.tsx';
import { PanelHead } from './panel-head.tsx';
import { TaskActions } from './task-actions.tsx';
import { TaskOwner } from './task-owner.tsx';
import { TaskSteps } from './task-steps.tsx';
import { useLeases } from './use-leases.ts';
import { useMoment, useShown } from './shown.ts';
import type { Moment } from './use-moment-at.ts';
import type { SessionFeed } from '../../model/session-feed.ts';

/** Finds the part of the session that a link of a result names; undefined if the part is not there at this moment. */
const targetIn =
  ({ events }: SessionFeed, { state, seq }: Moment) =>
  ({ kind, ref }: TaskLink): Target | undefined => {
    if (kind === 'note') return state.notes.has(ref) ? { note: ref } : undefined;
    if (kind === 'file') return state.files.has(ref) ? { file: ref } : undefined;
    if (kind === 'job') return state.jobs.has(ref) ? { job: ref } : undefined;
    const found = events.messageById(ref)?.seq ?? Number(ref);
    return found >= 1 && found <= seq ? { seq: found } : undefined;
  };

const Part = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <>
    <h3 class="label">{title}</h3>
    {children}
  </>
);

const About = ({ task }: { task: Task }) => {
  const moment = useMoment();
  const until = useLeases().get(task.id);
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
              <TaskOwner owner={assignee} until={task.status === 'working' ? until : undefined} />
            </dd>
          </div>
        )}
        {offeredTo !== null && (
          <div>
            <dt>Offered to</dt>
            <Named as="dd" title={offeredTo} name={moment.state.seats.get(offeredTo)?.agentName ?? offeredTo} />
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
const WaitsFor = ({ task }: { task: Task }) => {
  const moment = useMoment();
  const blockers = blockersOf(task, moment.state.tasks);
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

const Result = ({ task: { result } }: { task: Task }) => {
  const { feed, moment } = useShown();
  return (
    result && (
      <Part title="Result">
        {result.text !== '' && <Markdown text={result.text} agents={moment.state.seats} />}
        <TaskLinks links={result.links} targetOf={targetIn(feed, moment)} />
      </Part>
    )
  );
};

/** A task with its result and its history. */
export const TaskView = (props: { task: Task }) => {
  const moment = useMoment();
  const { task } = props;
  return (
    <div class="panel-open stack">
      <PanelHead title={task.title}>
        <TaskStatusTag status={task.status} />
      </PanelHead>
      <div class="panel-scroll task" tabIndex={0} role="region" aria-label="Task">
        <About {...props} />
        <TaskActions {...props} />
        <WaitsFor {...props} />
        <Result {...props} />
        {task.description !== '' && (
          <Part title="Description">
            <Markdown text={task.description} agents={moment.state.seats} />
          </Part>
        )}
        <Texts title="Paths" of={task.paths} />
        <Texts title="Labels" of={task.labels} />
        <TaskSteps {...props} />
      </div>
    </div>
  );
};
