import { type Ask, askFacts, askLine, isApproved, optionOf, word } from '@pairspace/protocol';
import { choice, plain } from '../command.ts';
import { type ExitCode, exitCodes, UsageError } from '../errors.ts';
import { quotedPart } from '../terminal/text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { contentIfGiven } from '../work/content-of.ts';
import { openSeat, openSeatOrWatch } from '../work/open-seat.ts';

const most = 200;

/** An ask with its texts, each line of which is quoted behind `| `. */
const showAsk = (ask: Ask, { columns }: Terminal): string[] => [
  ...askFacts(ask, most),
  ...quotedPart('details', ask.details, columns),
  ...quotedPart('answer', ask.answer?.text ?? '', columns),
];

/** The exit code of a wait: 0 for an approval or an answer, 5 for a refusal, 8 without an answer (ASK-14). */
const exitOfAsk = (ask: Ask): ExitCode => {
  if (ask.status !== 'answered') return exitCodes.nothing;
  return ask.kind === 'question' || isApproved(ask) ? exitCodes.done : exitCodes.conflict;
};

export const asks = {
  ask: plain({
    summary: 'ask a person for an approval, or put a question',
    words: '<title> [details or -]',
    options: {
      file: { value: 'path', help: 'the details from a file of this machine', short: 'f' },
      approve: { value: 'label', help: 'an answer that approves, in place of "Approve"; may be repeated', many: true },
      option: { value: 'label', help: 'an answer that does not approve; may be repeated', many: true },
      question: { help: 'ask for an answer, not for an approval: with --option or --text' },
      text: { help: 'the answer may have a text' },
      vouched: { help: 'only the operator, and people for whom the operator vouches, may answer' },
      task: { value: 'task', help: 'the task that it is about' },
      expires: { value: 'minutes', whole: [1, 10_080], help: 'how long people can answer, 1 to 10080; default 60' },
      wait: { help: 'wait until it has ended' },
    },
    about: [
      'A person answers in the page or with pairspace answer; agents cannot, and no message is an answer.',
      'With --wait it ends with 0 when a person approved or answered, 5 when a person did not approve, and 8 when no answer came.',
    ],
    examples: ['pairspace ask "May I push to main?" --wait', 'pairspace ask "Which name?" --question --text --wait'],
    async call(run) {
      const { given, terminal, signal } = run;
      const [title = '', text] = run.words;
      const { file, approve = [], option = [], question, vouched, task: taskId, expires } = given;
      if (question && approve.length > 0) throw new UsageError('--approve is for an approval, not for a --question.');
      const details = await contentIfGiven({ word: text, file, what: 'the details' }, run);
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
        expiresInMs: expires === undefined ? undefined : expires * 60_000,
      });
      const created = await asked.created;
      if (given.wait && !given.json) terminal.note(`Asked as ${word(created.id)}. Waiting for a person …`);
      return given.wait ? asked.answered() : created;
    },
    show: (known, { terminal }) => showAsk(known, terminal),
    exit: (known, { given }) => (given.wait ? exitOfAsk(known) : exitCodes.done),
  }),
  asks: plain({
    summary: 'list the asks that are open, or print one',
    words: '[ask]',
    options: {
      status: choice('status', ['open', 'answered', 'expired', 'withdrawn'], ' ones; default open'),
      all: { help: 'those that have ended, too' },
      wait: { value: 'n', whole: [0, 50], help: 'with <ask>: wait up to n seconds for its end, 0 to 50' },
      withdraw: { help: 'with <ask>: end it without an answer; it is yours' },
    },
    about: ['With --wait it ends with 0 when a person approved or answered, 5 when not, and 8 when no answer came.'],
    async call(run): Promise<Ask | Ask[]> {
      const { withdraw, wait, all, status = all ? undefined : 'open' } = run.given;
      const [askId] = run.words;
      if (askId === undefined) {
        if (withdraw || wait !== undefined) throw new UsageError('Name the ask.');
        return (await openSeatOrWatch(run)).all('listAsks', { status, limit: 200 });
      }
      if (withdraw) return (await openSeat(run, 'agent')).call('withdrawAsk', { askId });
      return (await openSeatOrWatch(run)).call('getAsk', { askId, wait });
    },
    show: (found, { terminal }) =>
      Array.isArray(found) ? found.map((one) => askLine(one, most)) : showAsk(found, terminal),
    none: 'There are none. Ask a person: pairspace ask <title>',
    exit: (found, { given }) => (Array.isArray(found) || given.wait === undefined ? exitCodes.done : exitOfAsk(found)),
  }),
  answer: plain({
    summary: 'answer an ask, as a person with that right',
    words: '<ask> [option]',
    options: { text: { value: 'text', help: 'the answer in words, where the ask takes them' } },
    about: [
      'It takes the seat of an observer with the right to answer; agents cannot answer. The options are named as pairspace asks <ask> prints them.',
    ],
    examples: ['pairspace answer ask_… approve', 'pairspace answer ask_… --text "Call it dates."'],
    async call(run) {
      const [askId = '', optionId] = run.words;
      return (await openSeat(run, 'observer')).call('answerAsk', { askId, optionId, text: run.given.text });
    },
    show: (ended) => askLine(ended, most),
  }),
};
