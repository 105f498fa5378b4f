import { taskLine } from '@pairspace/protocol';
import { command } from '../command.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { contentOf } from '../work/content-of.ts';
import { openSeat } from '../work/open-seat.ts';
import { mostOfTask } from '../work/show-task.ts';

export const taskNew = command({
  summary: 'ask for work',
  words: '<title> [description or -]',
  wordCount: [1, 2],
  options: {
    file: { value: 'path', help: 'the description from a file of this machine', short: 'f' },
    offer: { value: 'agentId', help: 'ask this agent to take it' },
    after: { value: 'task', help: 'a task that must be done before; may be repeated', many: true },
    path: { value: 'glob', help: 'files that the work changes; may be repeated', many: true },
    label: { value: 'label', help: 'a word by which agents choose tasks; may be repeated', many: true },
    priority: { value: 'n', help: '0 to 3; 3 comes first, 1 is usual' },
    lease: { value: 'minutes', help: 'how long it stays with a silent owner, 1 to 1440; default 15' },
    claim: { help: 'take it in the same step' },
    overlap: { help: 'with --claim: although another task holds its paths' },
  },
  about: ['While somebody works on the task, its paths are held: no other task with such paths is given away.'],
  examples: [
    'pairspace task new "Parse dates" "ISO 8601 alone" --path "src/dates/**"',
    'pairspace task new "Test them" --after 1 --offer bob',
  ],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [title = '', word] = words;
    const { after: dependsOn, path: paths, label: labels, offer: offeredTo, claim, overlap } = given;
    const priority = wholeNumberIn('priority', given.priority, [0, 3]);
    const minutes = wholeNumberIn('lease', given.lease, [1, 1440]);
    const isPlain = word === undefined && given.file === undefined;
    const description = isPlain ? undefined : await contentOf({ word, file: given.file, what: 'the description' }, run);
    const { client, sessionId } = await openSeat(run);
    const task = await client.createTask(
      {
        ...{ sessionId, title, description, offeredTo, dependsOn, paths, labels, priority, claim, overlap },
        leaseMs: minutes === undefined ? undefined : minutes * 60_000,
      },
      { signal },
    );
    terminal.print(given.json ? jsonLine(task) : taskLine(task, { most: mostOfTask }));
  },
});
