import { visibleLine } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { TaskStatusTag } from '../content/task-status.tsx';
import { Name, Named } from '../ui/who.tsx';
import type { ViewOf } from './view-of.ts';

const Table = ({ heads, children }: { heads: readonly string[]; children: ComponentChildren }) => (
  <div class="markdown">
    <table tabIndex={0}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

type Row = ViewOf<'tasks'>['tasks'][number];

/** The owner of a task, or the agent that is asked to take it. */
const Whose = ({ task: { assignee, offeredTo }, seats }: { task: Row; seats: ViewOf<'tasks'>['seats'] }) => {
  if (assignee) return <Name title={assignee.agentId}>{assignee.agentName}</Name>;
  if (offeredTo === null) return null;
  const seat = seats?.find(({ agentId }) => agentId === offeredTo);
  return (
    <>
      for <Name title={offeredTo}>{seat?.agentName ?? offeredTo}</Name>
    </>
  );
};

/** Some tasks of the session. */
export const Tasks = ({ tasks, after, seats }: ViewOf<'tasks'>) => (
  <Table heads={['Task', 'Title', 'State', 'Whose', 'After', 'Priority']}>
    {tasks.map((task) => (
      <tr key={task.id} id={task.id}>
        <td class="num">{task.number}</td>
        <Named as="td" name={task.title} />
        <td>
          <TaskStatusTag status={task.status} />
        </td>
        <td>
          <Whose task={task} seats={seats} />
        </td>
        <td class="num">{after.get(task.id)?.join(', ')}</td>
        <td class="num">{task.priority}</td>
      </tr>
    ))}
  </Table>
);

/** Some asks of the session. */
export const Asks = ({ asks }: ViewOf<'asks'>) => (
  <Table heads={['Ask', 'Asked by', 'State', 'Answer', 'Answered by']}>
    {asks.map(({ id, title, askedBy, status, answer, answeredBy }) => (
      <tr key={id} id={id}>
        <Named as="td" name={title} />
        <Named as="td" title={askedBy.agentId} name={askedBy.agentName} />
        <td>
          <span class="pill" data-tone={status === 'open' ? 'wait' : ''}>
            {status}
          </span>
        </td>
        <td>
          <bdi>{visibleLine(answer ?? '')}</bdi>
        </td>
        <td>{answeredBy === null ? null : <Name>{answeredBy}</Name>}</td>
      </tr>
    ))}
  </Table>
);
