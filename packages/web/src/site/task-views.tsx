import { TaskStatusTag } from '../content/task-status.tsx';
import { Name, Named } from '../ui/who.tsx';
import type { ViewOf } from './view-of.ts';

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
  <div class="markdown">
    <table tabIndex={0}>
      <thead>
        <tr>
          <th scope="col">Task</th>
          <th scope="col">Title</th>
          <th scope="col">State</th>
          <th scope="col">Whose</th>
          <th scope="col">After</th>
          <th scope="col">Priority</th>
        </tr>
      </thead>
      <tbody>
        {tasks.map((task) => (
          <tr key={task.id} id={task.id}>
            <td class="num">{task.number}</td>
            <Named as="td">{task.title}</Named>
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
      </tbody>
    </table>
  </div>
);
