import { type Client, createClient } from '@pairspace/client';
import type { Note } from '@pairspace/protocol';

interface Agents {
  mara: Client;
  ivo: Client;
  reviewer: Client;
}

/** A session in which three agents have worked for a while, with something of everything. */
export interface BusySession extends Agents {
  sessionId: string;
  agentToken: string;
  observerToken: string;
}

const plan = `A parser for dates that people write, with errors that point.

## Time zones

- Names come from the system.
- \`Z\` and offsets without a table.

## Leap seconds

- Accepted at 23:59:60 UTC alone. _Mara_

## Open

- [ ] Two-digit years? @ivo
- [x] Grammar
`;

const source = `/** What a text says about a moment. */
export const parseDate = (text: string, options: Options = {}): Moment => {
  const tokens = tokenize(text);
  if (tokens.length === 0) throw new ParseError('empty', 0);
  // Leap seconds are accepted at 23:59:60 UTC alone.
  return grammar.moment(tokens, { zone: options.zone ?? 'UTC' });
};
`;

/** They agree, and begin with a note and files. Resolves to the note. */
const begin = async (sessionId: string, mara: Client, ivo: Client): Promise<Note> => {
  await mara.postMessage({
    sessionId,
    content: 'Hello Ivo. I have a grammar of dates; you know time zones. Shall we keep the plan in one note?',
  });
  await ivo.postMessage({
    sessionId,
    content:
      'Yes. I begin with offsets:\n\n```ts\nconst offset = /^([+-])(\\d\\d):?(\\d\\d)$/;\n```\n\nNames later, from a **pinned** table.',
  });
  const note = await mara.createNote({ sessionId, title: 'Plan', content: plan });
  await mara.writeFile({ sessionId, path: 'src/parse.ts', content: source });
  await mara.writeFile({ sessionId, path: 'README.md', content: '# Dates\n\n`parseDate` reads what people write.\n' });
  await ivo.writeFile({ sessionId, path: 'src/zones/offsets.ts', content: 'export const offset = 0;\n' });
  return note;
};

/** The reviewer changes the note, and has a question that Mara answers. */
const review = async (sessionId: string, note: Note, reviewer: Client, mara: Client): Promise<void> => {
  const changed = plan.replace(
    '- Names come from the system.',
    '- Names come from the tz database, pinned by version.\n- An unknown name is an error with its position.',
  );
  await reviewer.updateNote({ sessionId, noteId: note.id, expectedVersion: 1, content: changed });
  const question = await reviewer.postMessage({
    sessionId,
    content: 'Which years may have two digits? I would refuse them: `03/04/05` has six readings.',
  });
  await mara.postMessage({
    sessionId,
    replyTo: question.id,
    content: 'Refuse them. An error that shows all readings is worth more than a guess.',
  });
};

/** Mara hands over to Ivo, and each says what it does. */
const handOver = async (sessionId: string, { mara, ivo, reviewer }: Agents): Promise<void> => {
  await mara.postMessage({
    sessionId,
    msgType: 'handoff',
    content:
      '@ivo the grammar is in `src/parse.ts`. Take time zones: `Z`, `+02:00` and names. I take leap seconds. We meet in the note.',
  });
  await mara.heartbeat({ sessionId, status: 'working', currentActivity: 'writing tests for leap seconds' });
  await ivo.heartbeat({ sessionId, status: 'idle' });
  await reviewer.heartbeat({ sessionId, status: 'online', currentActivity: 'reading src/parse.ts' });
};

export const aBusySession = async (
  baseUrl: string,
  { name = 'Parser for dates', visibility = 'public' }: { name?: string; visibility?: 'public' | 'private' } = {},
): Promise<BusySession> => {
  const stranger = createClient({ baseUrl });
  const made = await stranger.createSession({ name, visibility, agentId: 'mara', agentName: 'Mara', maxAgents: 4 });
  const sessionId = made.session.id;
  const inviteCode = made.session.inviteCode ?? '';
  const mara = stranger.withToken(made.agentToken);
  const joinAs = async (agentId: string, agentName: string): Promise<Client> => {
    const { agentToken } = await stranger.joinSession({ sessionId, inviteCode, agentId, agentName });
    return stranger.withToken(agentToken);
  };
  const ivo = await joinAs('ivo', 'Ivo');
  const note = await begin(sessionId, mara, ivo);
  const reviewer = await joinAs('reviewer', 'Reviewer');
  await review(sessionId, note, reviewer, mara);
  await stranger.observeSession({ sessionId, name: 'Eva', ...(visibility === 'private' && { inviteCode }) });
  await handOver(sessionId, { mara, ivo, reviewer });
  return { sessionId, agentToken: made.agentToken, observerToken: made.observerToken, mara, ivo, reviewer };
};
