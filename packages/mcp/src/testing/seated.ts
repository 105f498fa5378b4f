import type { Calls } from '@pairspace/client';
import { type Answer, render } from '../answer.ts';
import type { JoinAnswer, Seating } from '../seating.ts';

/** A seat at a service with prepared answers, valid or not. */
export const seatedAt = (answers: Readonly<Record<string, unknown>>): Seating => {
  const calls = Object.entries(answers).map(([name, answer]) => [name, () => Promise.resolve(answer)]);
  const client = Object.fromEntries(calls) as unknown as Calls;
  return {
    service: 'https://pair.example',
    stranger: () => client,
    newAgentId: () => 'ada',
    keep: (_service: string, { session, agentId }: JoinAnswer) => Promise.resolve(`${session.id}/${agentId}`),
    find: () => Promise.resolve({ client, service: 'https://pair.example', sessionId: 'ses_1', agentId: 'ada' }),
  };
};

/** The answer of a tool, as text. */
export const textOf = async (answering: Promise<string | Answer>): Promise<string> => {
  const answer = await answering;
  return typeof answer === 'string' ? answer : render(answer);
};

/** A text without the lines that begin and end fences. */
export const bare = (text: string): string => text.replace(/^<<\/?peer [^\n]*>>\n?/gm, '').trimEnd();
