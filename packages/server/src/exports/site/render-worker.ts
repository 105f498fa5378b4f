import { visibleText } from '@pairspace/protocol/site';
import { loadViews } from './load-views.ts';
import type { Done, Outcomes, Task } from './render-task.ts';
import { sanitize } from './sanitize.ts';

const { markdownHtml, codeHtml, compareLines, viewHtml } = await loadViews();

const outcomeOf = (task: Task): Outcomes[Task['kind']] => {
  switch (task.kind) {
    case 'markdown': {
      const agents = new Map(task.agents.map((id) => [id, id]));
      return task.texts.map((text) => sanitize(markdownHtml(text, agents)));
    }
    case 'code':
      return codeHtml(task.text, task.path);
    case 'changes':
      return compareLines(visibleText(task.before), visibleText(task.after));
    case 'views':
      return task.views.map(viewHtml).join('\n');
  }
};

export default (task: Task): Done => {
  const before = process.threadCpuUsage();
  const outcome = outcomeOf(task);
  const { user, system } = process.threadCpuUsage(before);
  return { outcome, cpuMs: (user + system) / 1000 };
};
