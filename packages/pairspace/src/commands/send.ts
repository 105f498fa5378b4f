import { inQuotes } from '@pairspace/protocol';
import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { contentOf } from '../work/content-of.ts';
import { type AtWork, openSeat } from '../work/open-seat.ts';
import { UsageError } from '../usage-error.ts';

export const send = command({
  summary: 'say something in the session',
  words: '[text or -]',
  wordCount: [0, 1],
  options: {
    file: { value: 'path', help: 'send the text of a file of this machine', short: 'f' },
    type: { value: 'type', help: 'chat (default), handoff, status, action or a word of your own', short: 't' },
    'reply-to': { value: 'message', help: 'the message that this answers: its number, such as 5, or its id' },
  },
  about: [
    'Text comes from the word, from --file, or from standard input. @agentId in it addresses an agent.',
    "A shell changes `, $, ! and \\ in a word: give such text on standard input, with 'EOF' in quotation marks.",
  ],
  examples: [
    "pairspace send - --type handoff <<'EOF'\n@bob please review `notes/plan.md`.\nEOF",
    "pairspace send 'It is done.' --reply-to 5",
    'git diff | pairspace send -',
  ],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const content = await contentOf({ word: words[0], file: given.file, what: 'the text' }, run);
    const { client, sessionId, seat } = await openSeat(run, 'agent');
    const replyTo = await messageIdOf(given['reply-to'], { client, sessionId }, signal);
    const message = await client.postMessage({ sessionId, content, msgType: given.type, replyTo }, { signal });
    if (given.json) terminal.print(jsonLine({ ...message, service: seat.service }));
    else {
      terminal.print(line`Sent #${message.seq} (${message.id}) to ${seat.service}.`);
      for (const warning of message.warnings ?? []) terminal.error(`warning: ${inQuotes(warning, 400)}`);
    }
  },
});

/** The id of a message that is given by its number, as inboxes show it; an id stays unchanged. */
const messageIdOf = async (
  named: string | undefined,
  { client, sessionId }: Pick<AtWork, 'client' | 'sessionId'>,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const [, digits] = /^#?(\d{1,15})$/.exec(named ?? '') ?? [];
  if (digits === undefined) return named;
  const seq = Number(digits);
  const page = await client.listMessages({ sessionId, since: String(Math.max(0, seq - 1)), limit: 1 }, { signal });
  const message = page.items.find((one) => one.seq === seq);
  if (!message) throw new UsageError(`--reply-to: #${digits} is no message of this session.`);
  return message.id;
};
