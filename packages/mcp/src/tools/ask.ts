import { type Ask, askFacts, askLine, isApproved, optionOf, word } from '@pairspace/protocol';
import { z } from 'zod';
import type { Answer, Piece } from '../answer.ts';
import { offset, seat } from '../arguments.ts';
import { warningPieces } from '../tell-warnings.ts';
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
  offset,
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
      return tell(known, given.offset, warnings);
    }
    if (askId === undefined) {
      const { items, nextCursor } = await client.listAsks(
        { sessionId, status: 'open', limit: mostListed, cursor: given.offset },
        { signal },
      );
      if (items.length === 0) return 'no ask is open';
      return {
        pieces: [{ by: 'asks', text: items.map((one) => askLine(one)).join('\n') }],
        call: 'pairspace_ask',
        next: nextCursor === null ? undefined : `There are more: pairspace_ask offset ${word(nextCursor)}`,
      };
    }
    if (given.withdraw) return tell(await client.withdrawAsk({ sessionId, askId }, { signal }), given.offset);
    return tell(await client.getAsk({ sessionId, askId, wait: seconds }, { signal }), given.offset);
  },
});

const tell = (told: Ask, offset: string | undefined, warnings: readonly string[] = []): Answer => {
  const { id, kind, status, details, askedBy, answer } = told;
  const part = (by: string, text: string | null | undefined): Piece[] =>
    text === null || text === undefined || text === '' ? [] : [{ by, text }];
  const call = `pairspace_ask ask ${word(id)}`;
  return {
    pieces: [
      `${word(id)}, ${word(status)}${kind === 'approval' && status !== 'open' ? (isApproved(told) ? ', approved' : ', not approved') : ''}`,
      { by: 'facts', text: askFacts(told).join('\n') },
      ...part(`details, by ${word(askedBy.agentId)}`, details),
      ...part(`answer, by ${word(answer?.by.id ?? '?')}`, answer?.text),
      ...warningPieces(warnings),
    ],
    call,
    offset,
    next: status === 'open' ? `no answer yet; ${call}` : undefined,
  };
};
