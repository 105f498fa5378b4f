import { taskLine, taskLinkIn } from '@pairspace/protocol';
import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { UsageError } from '../usage-error.ts';
import { contentOf } from '../work/content-of.ts';
import { openSeat } from '../work/open-seat.ts';
import { mostOfTask } from '../work/show-task.ts';

/** The command that ends a task of the agent's own. */
const finishing = (outcome: 'done' | 'failed', summary: string, examples: readonly string[]) =>
  command({
    summary,
    words: '<task> [result or -]',
    wordCount: [1, 2],
    options: {
      file: { value: 'path', help: 'the result from a file of this machine', short: 'f' },
      link: { value: 'link', help: 'what it made: file:PATH, note:ID, job:ID or a URL; may be repeated', many: true },
    },
    about: ['<task> is its number or its id. It must be yours: pairspace task claim.'],
    examples,
    async run(run) {
      const { given, words, terminal, signal } = run;
      const [taskId = '', word] = words;
      const links = given.link?.map((text) => {
        const link = taskLinkIn(text);
        if (!link) throw new UsageError('--link is file:PATH, note:ID, job:ID, message:ID or a URL.');
        return link;
      });
      const isPlain = word === undefined && given.file === undefined;
      const text = isPlain ? undefined : await contentOf({ word, file: given.file, what: 'the result' }, run);
      const { client, sessionId } = await openSeat(run, 'agent');
      const task = await client.finishTask({ sessionId, taskId, outcome, text, links }, { signal });
      terminal.print(given.json ? jsonLine(task) : taskLine(task, { most: mostOfTask }));
    },
  });

export const taskDone = finishing('done', 'end a task of yours as done', [
  'pairspace task done 3 "All 40 cases pass." --link file:src/dates.ts',
]);

export const taskFail = finishing('failed', 'end a task of yours as failed', [
  'pairspace task fail 3 "The API is not there yet."',
]);
