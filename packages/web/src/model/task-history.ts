import type { Event, Task } from '@pairspace/protocol';

type TaskEvent = Extract<Event, { event: `task.${string}` }>;

/** A change of a task without the task's texts, which would take too much memory. */
export interface TaskStep
  extends
    Pick<TaskEvent, 'seq' | 'event' | 'actor' | 'timestamp'>,
    Pick<Task, 'version' | 'status' | 'priority' | 'offeredTo' | 'assignee' | 'reason'> {}

const isOfTask = (event: Event): event is TaskEvent => event.event.startsWith('task.');

/** The changes of each task, from the entries that the page has gone through. */
export class TaskHistory {
  readonly #steps = new Map<string, Map<number, TaskStep>>();

  add(event: Event): void {
    if (!isOfTask(event)) return;
    const { seq, actor, timestamp, data } = event;
    const { id, version, status, priority, offeredTo, assignee, reason } = data;
    const steps = this.#steps.get(id) ?? new Map<number, TaskStep>();
    const step = { seq, event: event.event, actor, timestamp, version, status, priority, offeredTo, assignee, reason };
    this.#steps.set(id, steps.set(seq, step));
  }

  /** The changes of a task up to an entry, oldest first. */
  of(taskId: string, until: number): readonly TaskStep[] {
    const steps = [...(this.#steps.get(taskId)?.values() ?? [])];
    return steps.filter(({ seq }) => seq <= until).sort((a, b) => a.seq - b.seq);
  }
}
