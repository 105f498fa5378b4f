import { type Ask, askFacts, askLine, optionOf, word } from '@pairspace/protocol';
import { z } from 'zod';
import { seat } from '../arguments.ts';
import { Envelope } from '../envelope.ts';
import { tellWarnings } from '../tell-warnings.ts';
import { tool } from '../tool.ts';

const input = z.object({
  seat,
  title: z.string().optional().describe('New ask'),
  details: z.string().optional(),
  options: z.array(z.string()).optional().describe('Answers to a question; without: approval'),
  freeText: z.boolean().optional().describe('Question answered by text'),
  ask: z.string().optional().describe('Id: wait for its end'),
  withdraw: z.boolean().optional(),
  seconds: z.int().min(0).max(50).optional().describe('Default 25'),
});

const mostListed = 50;

export const ask = tool({
  name: 'pairspace_ask',
  title: 'Ask a person',
  description:
    'Ask people for approval (title) and wait. No message is an answer. Without title and ask: list open asks.',
  input,
  async run(given, { seating, signal }) {
    const { client, sessionId } = await seating.find(given.seat);
    const { title, details, options, freeText, ask: askId, seconds = 25 } = given;
    if (title !== undefined) {
      if (askId !== undefined) throw new Error('Give title or ask, not both.');
      const isQuestion = options !== undefined || freeText === true;
      const made = await client.createAsk(
        {
          ...{ sessionId, title, details, freeText },
          kind: isQuestion ? 'question' : 'approval',
          options: options?.map((label) => optionOf(label, false)),
        },
        { signal },
      );
      const { warnings, ...created } = made;
      const known =
        seconds > 0 ? await client.getAsk({ sessionId, askId: made.id, wait: seconds }, { signal }) : created;
      return tellWarnings(tell(known), warnings);
    }
    if (askId === undefined) {
      const { items } = await client.listAsks({ sessionId, status: 'open', limit: mostListed }, { signal });
      if (items.length === 0) return 'no ask is open';
      return new Envelope().enclose('asks', items.map((one) => askLine(one)).join('\n'));
    }
    if (given.withdraw) return tell(await client.withdrawAsk({ sessionId, askId }, { signal }));
    return tell(await client.getAsk({ sessionId, askId, wait: seconds }, { signal }));
  },
});

const tell = (told: Ask): string => {
  const { id, status, details, askedBy, answer } = told;
  const envelope = new Envelope();
  const part = (author: string, text: string | null | undefined): string[] =>
    text === null || text === undefined || text === '' ? [] : [envelope.enclose(author, text)];
  return [
    ...askFacts(told),
    ...part(`details, by ${word(askedBy.agentId)}`, details),
    ...part(`answer, by ${word(answer?.by.id ?? '?')}`, answer?.text),
    ...(status === 'open' ? [`no answer yet; pairspace_ask ask ${word(id)}`] : []),
  ].join('\n');
};
