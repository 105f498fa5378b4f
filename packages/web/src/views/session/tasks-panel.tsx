import { useLoaded } from '../../lib/use-loaded.ts';
import type { PanelProps } from './place.ts';
import { TaskBoard } from './task-board.tsx';
import { TaskView } from './task-view.tsx';

/** A task that the page does not hold: one of very many that have ended. */
const ReadTask = ({ shared, taskId }: { shared: PanelProps; taskId: string }) => {
  const { feed, moment } = shared;
  const { state, value } = useLoaded(
    (signal) => feed.client.getTask({ sessionId: feed.sessionId, taskId }, { signal }),
    [feed, taskId],
  );
  if (value) return <TaskView shared={shared} task={value} />;
  if (state === 'loading') return <p class="empty">Reading the task</p>;
  return <p class="empty">This task is not there {moment.isPast ? 'at this moment' : 'any more'}.</p>;
};

/** The board of the session; or one of its tasks. */
export const TasksPanel = (shared: PanelProps) => {
  const { moment, place, feed } = shared;
  const { open } = place;
  if (open === undefined) return <TaskBoard {...shared} />;
  const task = moment.state.tasks.get(open);
  if (task) return <TaskView key={open} shared={shared} task={task} />;
  if (moment.isPast) return <p class="empty">This task is not there at this moment.</p>;
  return feed.partsThere.has('tasks') ? <ReadTask key={open} shared={shared} taskId={open} /> : null;
};
