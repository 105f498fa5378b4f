import { isEndedTask, type Task, type TaskStatus } from '@pairspace/protocol';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { count } from '../../lib/format.ts';
import { type Board, boardOf, currentStatuses, endedStatuses, taskStatusWords } from '../../lib/tasks.ts';
import { useAction } from '../../lib/use-action.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useOpen } from '../../lib/use-open.ts';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NewTask } from './new-task.tsx';
import { PanelList } from './panel-list.tsx';
import { TaskCard } from './task-card.tsx';
import { useLeases } from './use-leases.ts';
import { mayChange, mayDirect, sayTaskFailure } from './task-rights.ts';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useShown } from './shown.ts';

const none: Readonly<Record<TaskStatus, string>> = {
  open: 'No task is open.',
  offered: 'None is offered.',
  working: 'Nobody works on one.',
  done: 'None is done yet.',
  failed: 'None has failed.',
  cancelled: 'None was cancelled.',
};

const cardHeight = 96;

interface ColumnChoiceProps {
  board: Board;
  statuses: readonly TaskStatus[];
  shown: TaskStatus;
  choose: (status: TaskStatus) => void;
}

/** Chooses one of several columns that share a place. Empty columns of failed or cancelled tasks are not offered. */
const ColumnChoice = ({ board, statuses, shown, choose }: ColumnChoiceProps) => (
  <div class="board-choice" role="group" aria-label="Columns">
    {statuses
      .filter(
        (status) => board[status].length > 0 || status === shown || (status !== 'failed' && status !== 'cancelled'),
      )
      .map((status) => (
        <Button key={status} class="tab" aria-pressed={status === shown} act={calling(choose, status)}>
          {taskStatusWords[status]}
          {board[status].length > 0 && <sup class="num">{count(board[status].length)}</sup>}
        </Button>
      ))}
  </div>
);

interface ColumnProps {
  status: TaskStatus;
  tasks: readonly Task[];
  leases: ReadonlyMap<string, string>;
  rank: ((task: Task, priority: number) => void) | undefined;
}

const Column = ({ status, tasks, leases, rank }: ColumnProps) => {
  const { feed, moment } = useShown();
  return (
    <PanelList
      items={tasks}
      isThere={feed.partsThere.has('tasks') || moment.isPast}
      none={none[status]}
      label={`${taskStatusWords[status]}, ${count(tasks.length)}`}
      height={cardHeight}
      keyOf={({ id }) => id}
      row={(task) => (
        <TaskCard
          task={task}
          until={status === 'working' ? leases.get(task.id) : undefined}
          rank={isEndedTask(status) ? undefined : rank}
        />
      )}
    />
  );
};

/** The status whose column is shown where there is room for one: the chosen status, or the first that has tasks. */
const shownOf = (board: Board, chosen: TaskStatus | undefined): TaskStatus =>
  chosen ?? (['working', 'open', 'offered', 'done'] as const).find((status) => board[status].length > 0) ?? 'open';

type Columns = Omit<ColumnProps, 'status' | 'tasks'> & { board: Board };

/** A column for each status of a task that has not ended, and one place for the columns of ended tasks. */
const WideColumns = ({ board, ...column }: Columns) => {
  const [ended, choose] = useState<TaskStatus>('done');
  return (
    <div class="board-columns">
      {currentStatuses.map((status) => (
        <section key={status} class="board-column stack" data-empty={board[status].length === 0}>
          <h3 class="board-head">
            {taskStatusWords[status]} <span class="num faint">{count(board[status].length)}</span>
          </h3>
          <Column {...column} status={status} tasks={board[status]} />
        </section>
      ))}
      <section class="board-column stack" data-empty={board[ended].length === 0}>
        <ColumnChoice board={board} statuses={endedStatuses} shown={ended} choose={choose} />
        <Column key={ended} {...column} status={ended} tasks={board[ended]} />
      </section>
    </div>
  );
};

const NarrowColumns = ({ board, ...column }: Columns) => {
  const [chosen, choose] = useState<TaskStatus>();
  const shown = shownOf(board, chosen);
  return (
    <>
      <ColumnChoice board={board} statuses={[...currentStatuses, ...endedStatuses]} shown={shown} choose={choose} />
      <Column key={shown} {...column} status={shown} tasks={board[shown]} />
    </>
  );
};

/** Gives the focus back to the button of a card that has moved. */
const useKeptFocus = (): ((task: Task, by: number) => void) => {
  const pressed = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (pressed.current === undefined || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-rank="${pressed.current}"]`)?.focus();
  });
  return ({ id }, by) => {
    pressed.current = `${id} ${String(by)}`;
  };
};

/** The tasks of a session in columns by status. */
export const TaskBoard = () => {
  const { feed, moment } = useShown();
  const { client, sessionId } = feed;
  const { tasks } = moment.state;
  const board = useMemo(() => boardOf(tasks), [tasks]);
  const leases = useLeases();
  const isNarrow = useIsNarrow();
  const { why, run } = useAction(sayTaskFailure);
  const [isAsking, ask, endAsk] = useOpen();
  const keepFocus = useKeptFocus();
  const directs = mayDirect(feed, moment);
  const rank = (task: Task, priority: number): void => {
    keepFocus(task, priority - task.priority);
    run(() => client.updateTask({ sessionId, taskId: task.id, expectedVersion: task.version, priority }));
  };
  const columns = { board, leases, rank: mayChange(feed, moment, undefined) ? rank : undefined };
  return (
    <div class="panel-open stack board">
      {directs && (
        <div class="board-top line wrap">
          <Button act={ask}>
            <Icon name="plus" size={14} /> New task
          </Button>
          <Failure why={why} />
        </div>
      )}
      {tasks.size === 0 && feed.partsThere.has('tasks') ? (
        <p class="empty">No task yet. A task is work that somebody asks for; at any moment it has at most one owner.</p>
      ) : isNarrow ? (
        <NarrowColumns {...columns} />
      ) : (
        <WideColumns {...columns} />
      )}
      {isAsking && <NewTask onClose={endAsk} />}
    </div>
  );
};
