import type { TaskStatus } from '@pairspace/protocol';
import { taskStatusWords } from '../lib/tasks.ts';

const tones: Readonly<Record<TaskStatus, string>> = {
  open: '',
  offered: 'wait',
  working: 'live',
  done: '',
  failed: 'bad',
  cancelled: '',
};

export const TaskStatusTag = ({ status }: { status: TaskStatus }) => (
  <span class="pill" data-tone={tones[status]}>
    {taskStatusWords[status].toLowerCase()}
  </span>
);
