import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { contentOf } from '../work/content-of.ts';
import { sitDown } from '../work/sit-down.ts';

export const send = command({
  summary: 'say something in the session',
  words: '[text or -]',
  wordCount: [0, 1],
  options: {
    file: { value: 'path', help: 'send the text of a file of this machine', short: 'f' },
    type: { value: 'type', help: 'chat (default), handoff, status, action or a word of your own', short: 't' },
    'reply-to': { value: 'message', help: 'the message that this answers' },
  },
  about: ['Text comes from the word, from --file, or from standard input. @agentId in it addresses an agent.'],
  examples: ['pairspace send "@bob please review notes/plan.md" --type handoff', 'git diff | pairspace send -'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const content = await contentOf({ word: words[0], file: given.file, what: 'the text' }, run);
    const { client, sessionId } = await sitDown(run, 'agent');
    const message = await client.postMessage(
      { sessionId, content, msgType: given.type, replyTo: given['reply-to'] },
      { signal },
    );
    if (given.json) terminal.print(jsonLine(message));
    else terminal.print(line`Sent #${message.seq} (${message.id}).`);
  },
});
