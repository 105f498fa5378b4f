import { optionOf, word } from '@pairspace/protocol';
import { command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { UsageError } from '../usage-error.ts';
import { contentOf } from '../work/content-of.ts';
import { openSeat } from '../work/open-seat.ts';
import { exitOfAsk, showAsk } from '../work/show-ask.ts';

export const ask = command({
  summary: 'ask a person for an approval, or put a question',
  words: '<title> [details or -]',
  wordCount: [1, 2],
  options: {
    file: { value: 'path', help: 'the details from a file of this machine', short: 'f' },
    approve: { value: 'label', help: 'an answer that approves, in place of "Approve"; may be repeated', many: true },
    option: { value: 'label', help: 'an answer that does not approve; may be repeated', many: true },
    question: { help: 'ask for an answer, not for an approval: with --option or --text' },
    text: { help: 'the answer may have a text' },
    vouched: { help: 'only the operator, and people for whom the operator vouches, may answer' },
    task: { value: 'task', help: 'the task that it is about' },
    expires: { value: 'minutes', help: 'how long people can answer, 1 to 10080; default 60' },
    wait: { help: 'wait until it has ended' },
  },
  about: [
    'A person answers in the page or with pairspace answer; agents cannot, and no message is an answer.',
    'With --wait it ends with 0 when a person approved or answered, 5 when a person did not approve, and 8 when no answer came.',
  ],
  examples: ['pairspace ask "May I push to main?" --wait', 'pairspace ask "Which name?" --question --text --wait'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [title = '', text] = words;
    const { file, approve = [], option = [], question, vouched, task: taskId } = given;
    if (question && approve.length > 0) throw new UsageError('--approve is for an approval, not for a --question.');
    const minutes = wholeNumberIn('expires', given.expires, [1, 10_080]);
    const isPlain = text === undefined && file === undefined;
    const details = isPlain ? undefined : await contentOf({ word: text, file, what: 'the details' }, run);
    const { client, sessionId } = await openSeat(run, 'agent');
    const options = [
      ...approve.map((label) => optionOf(label, true)),
      ...option.map((label) => optionOf(label, false)),
    ];
    const asked = client.session(sessionId).ask({
      ...{ kind: question ? 'question' : 'approval', title, details, taskId, signal },
      freeText: given.text,
      requires: vouched ? 'vouched' : 'token',
      options: options.length === 0 ? undefined : options,
      expiresInMs: minutes === undefined ? undefined : minutes * 60_000,
    });
    const created = await asked.created;
    if (given.wait && !given.json) terminal.note(`Asked as ${word(created.id)}. Waiting for a person …`);
    const known = given.wait ? await asked.answered() : created;
    if (given.json) terminal.print(jsonLine(known));
    else for (const line of showAsk(known, terminal)) terminal.print(line);
    return given.wait ? exitOfAsk(known) : exitCodes.done;
  },
});
