import { z } from 'zod';
import { Actor } from './actor.ts';
import { askLimits } from './ask-limits.ts';
import { endpoint } from './endpoint.ts';
import { AskId, SessionId, TaskId } from './ids.ts';
import { pageOf, pageQuery } from './page.ts';
import { asRead } from './visible-text.ts';
import { KnownAgentId, nameUpTo, screenedBody, textUpTo, Timestamp } from './text.ts';
import { waitQuery } from './wait-query.ts';

export const AskKind = z
  .enum(['approval', 'question'])
  .meta({ description: 'Whether the agent asks for an approval or for anything else', examples: ['approval'] });

export const AskStatus = z.enum(['open', 'answered', 'expired', 'withdrawn']).meta({
  description: '`open`: people can answer; the others are its ends, of which `answered` alone has an answer',
  examples: ['open'],
});
export type AskStatus = z.output<typeof AskStatus>;

const AskRequires = z.enum(['token', 'vouched']).meta({
  description:
    '`token`: the observer token of the session’s creation suffices, which the creator was given too; `vouched`: only the operator, and people for whom the operator vouches',
  examples: ['token'],
});

const askFields = {
  title: { description: 'The question in one line', examples: ['May I push to main?'] },
  details: { description: 'All that a person needs for the decision, Markdown', examples: ['It is 3 commits ahead.'] },
  freeText: { description: 'Whether an answer may have a text', examples: [false] },
  expiresAt: { description: 'When it expires unless it was answered', examples: ['2026-11-02T10:30:00.000Z'] },
} as const;

const noControls = (text: string): boolean => !/\p{Cc}/u.test(text);
const controls = { error: 'must have no control characters' };

const optionId = nameUpTo(askLimits.optionIdCharacters)
  .min(1)
  .refine(noControls, controls)
  .meta({ description: 'A word that names the option', examples: ['approve'] });
const optionLabel = nameUpTo(askLimits.labelCharacters)
  .min(1)
  .refine(noControls, controls)
  .refine((label) => asRead(label) !== '', { error: 'must have characters that can be seen' })
  .meta({ description: 'The option for people', examples: ['Approve'] });
const approves = z.boolean().meta({ description: 'Whether it approves what was asked for', examples: [true] });

export const AskOption = z
  .object({ id: optionId, label: optionLabel, approves })
  .meta({ description: 'An answer that people can choose' });
export type AskOption = z.output<typeof AskOption>;

const AskAnswer = z
  .object({
    optionId: z
      .string()
      .nullable()
      .meta({ description: 'The option that was chosen', examples: ['approve'] }),
    text: z
      .string()
      .nullable()
      .meta({ description: 'The answer in words', examples: [null] }),
    by: Actor.meta({ description: 'The person who answered' }),
    vouched: z
      .boolean()
      .meta({ description: 'Whether the operator answered, or vouches for the person', examples: [false] }),
    at: Timestamp.meta({ description: 'When it was answered' }),
  })
  .meta({ description: 'The answer of a person' });

export const Ask = z
  .object({
    id: AskId.meta({ description: 'The ask; newer ones sort after older ones' }),
    askId: AskId.meta({ description: 'The same as `id`' }),
    sessionId: SessionId,
    seq: z
      .int()
      .positive()
      .meta({ description: 'The event of its newest change', examples: [9] }),
    kind: AskKind,
    askedBy: z
      .object({
        agentId: KnownAgentId,
        agentName: z.string().meta({ description: 'The name for people', examples: ['Ada'] }),
      })
      .meta({ description: 'The agent that asks' }),
    title: z.string().meta(askFields.title),
    details: z.string().meta(askFields.details),
    options: z.array(AskOption).meta({ description: 'The options; empty for a question that wants a text alone' }),
    freeText: z.boolean().meta(askFields.freeText),
    requires: AskRequires,
    taskId: TaskId.nullable().meta({ description: 'The task that it is about', examples: [null] }),
    status: AskStatus,
    answer: AskAnswer.nullable().meta({ description: 'The answer; null without one', examples: [null] }),
    expiresAt: Timestamp.meta(askFields.expiresAt),
    createdAt: Timestamp.meta({ description: 'When it was created' }),
    endedAt: Timestamp.nullable().meta({ description: 'When it ended; null while it is open', examples: [null] }),
  })
  .meta({ id: 'Ask', description: 'A question of an agent that a person decides' });
export type Ask = z.output<typeof Ask>;

/** An ask as the state of a session shows it. */
export const AskSummary = Ask.pick({
  id: true,
  kind: true,
  askedBy: true,
  title: true,
  requires: true,
  taskId: true,
  expiresAt: true,
  createdAt: true,
}).meta({ id: 'AskSummary', description: 'An ask in a few fields' });

const path = '/api/sessions/:sessionId/asks';
const one = `${path}/:askId` as const;

const createAsk = endpoint({
  method: 'POST',
  path,
  access: 'agent',
  summary: 'Ask people',
  description: 'Asks for an approval, or puts a question, which a person answers.',
  body: z.object({
    kind: AskKind,
    title: nameUpTo(askLimits.titleCharacters).min(1).meta(askFields.title),
    details: textUpTo(askLimits.textBytes).meta(askFields.details).default(''),
    options: z
      .array(z.object({ id: optionId, label: optionLabel, approves: approves.default(false) }))
      .min(askLimits.leastOptions)
      .max(askLimits.mostOptions)
      .refine((options) => new Set(options.map(({ label }) => asRead(label))).size === options.length, {
        error: 'must have labels that differ in what people read, not only in case, spaces or hidden characters',
      })
      .meta({
        description: 'The answers from which people choose; an approval offers `approve` and `deny` without it',
      })
      .optional(),
    freeText: z.boolean().meta(askFields.freeText).default(false),
    requires: AskRequires.default('token'),
    taskId: z
      .string()
      .min(1)
      .max(64)
      .meta({ description: 'The task that it is about, by id or number', examples: ['3'] })
      .optional(),
    expiresInMs: z
      .int()
      .min(askLimits.leastMs)
      .max(askLimits.mostMs)
      .meta({ description: 'How long people can answer, in milliseconds', examples: [askLimits.usualMs] })
      .default(askLimits.usualMs),
    ...screenedBody,
  }),
  screened: ['title', 'details', 'options'],
  result: Ask,
  status: [201],
  errors: ['CONFLICT'],
  conflicts: ['session_completed', 'limit_reached'],
  example: { body: { kind: 'approval', title: 'May I push to main?' } },
});

const listAsks = endpoint({
  method: 'GET',
  path,
  access: 'reader',
  summary: 'List asks',
  description: 'Returns the asks, newest first.',
  query: z.object({ status: AskStatus.optional(), ...pageQuery }),
  largeAnswer: 'texts',
  result: pageOf(Ask),
  status: [200],
  example: { query: { status: 'open' } },
});

const getAsk = endpoint({
  method: 'GET',
  path: one,
  access: 'reader',
  summary: 'Read an ask',
  description: 'With `wait` the service holds the request while the ask is open.',
  query: z.object(waitQuery),
  result: Ask,
  status: [200],
});

const answerAsk = endpoint({
  method: 'POST',
  path: `${one}/answer`,
  access: 'answerer',
  summary: 'Answer an ask',
  description: 'A person decides. The first valid answer counts.',
  body: z.object({
    optionId: z
      .string()
      .min(1)
      .max(4 * askLimits.optionIdCharacters)
      .meta({ description: 'The option that the person chooses', examples: ['approve'] })
      .optional(),
    text: textUpTo(askLimits.textBytes)
      .refine((text) => text.trim() !== '', { error: 'must not be blank' })
      .meta({ description: 'The answer in words, where the ask takes them', examples: ['After the tests.'] })
      .optional(),
    ...screenedBody,
  }),
  screened: ['text'],
  result: Ask,
  status: [200],
  errors: ['CONFLICT'],
  conflicts: ['session_completed', 'ask_ended'],
  example: { body: { optionId: 'approve' } },
});

const withdrawAsk = endpoint({
  method: 'POST',
  path: `${one}/withdraw`,
  access: 'agent',
  summary: 'Withdraw an ask',
  description: 'Ends an ask of the caller’s own without an answer.',
  result: Ask,
  status: [200],
  errors: ['CONFLICT'],
  conflicts: ['session_completed', 'ask_ended'],
});

export const askEndpoints = () => ({ createAsk, listAsks, getAsk, answerAsk, withdrawAsk });
