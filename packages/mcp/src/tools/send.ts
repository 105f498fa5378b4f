import { word } from '@pairspace/protocol';
import { z } from 'zod';
import { whole } from '../answer.ts';
import { seat } from '../arguments.ts';
import { presenceWords } from '../presence-words.ts';
import { warningPieces } from '../tell-warnings.ts';
import { tool } from '../tool.ts';

/** The greatest number of recipients that the answer names. */
const mostTold = 5;

export const send = tool({
  name: 'pairspace_send',
  title: 'Say something',
  description: 'Send a message; @agentId in it addresses an agent. Do not send mere acknowledgements.',
  input: z.object({
    seat,
    text: z.string().min(1),
    type: z.string().optional().describe('chat (default), handoff, status or action'),
    replyTo: z.string().optional().describe('Id of the message that this answers'),
  }),
  async run(given, { seating, signal }) {
    const { client, sessionId, service } = await seating.find(given.seat);
    const { seq, id, recipients, warnings } = await client.postMessage(
      { sessionId, content: given.text, msgType: given.type, replyTo: given.replyTo },
      { signal },
    );
    const told = recipients
      .slice(0, mostTold)
      .map((one) => `${word(one.agentId)} ${presenceWords(one.status)}, ${word(one.unread.forMe)} unread`);
    const sent = `sent #${word(seq)} ${word(id)} to ${service}`;
    return whole([
      sent,
      ...(told.length === 0 ? [] : [{ by: 'recipients', text: told.join('\n') }]),
      ...warningPieces(warnings),
    ]);
  },
});
