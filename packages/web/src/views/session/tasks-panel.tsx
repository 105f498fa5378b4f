import { ReadOne } from './read-one.tsx';
import { TaskBoard } from './task-board.tsx';
import { TaskView } from './task-view.tsx';
import { useShown } from './shown.ts';

/** The board of the session's tasks, or the open task. */
export const TasksPanel = () => {
  const { feed, moment, place } = useShown();
  const { open } = place;
  if (open === undefined) return <TaskBoard />;
  const task = moment.state.tasks.get(open);
  if (task) return <TaskView key={open} task={task} />;
  if (!moment.isPast && !feed.partsThere.has('tasks')) return null;
  const { sessionId } = feed;
  return (
    <ReadOne
      key={open}
      kind="task"
      id={open}
      read={(client, signal) => client.getTask({ sessionId, taskId: open }, { signal })}
      view={(found) => <TaskView task={found} />}
    />
  );
};
