import type { PanelProps } from './place.ts';
import { ReadOne } from './read-one.tsx';
import { TaskBoard } from './task-board.tsx';
import { TaskView } from './task-view.tsx';

/** The board of the session's tasks, or the open task. */
export const TasksPanel = (shared: PanelProps) => {
  const { moment, place, feed } = shared;
  const { open } = place;
  if (open === undefined) return <TaskBoard {...shared} />;
  const task = moment.state.tasks.get(open);
  if (task) return <TaskView key={open} shared={shared} task={task} />;
  if (!moment.isPast && !feed.partsThere.has('tasks')) return null;
  const { sessionId } = feed;
  return (
    <ReadOne
      key={open}
      shared={shared}
      kind="task"
      id={open}
      read={(client, signal) => client.getTask({ sessionId, taskId: open }, { signal })}
      view={(found) => <TaskView shared={shared} task={found} />}
    />
  );
};
