import { createClient } from '@pairspace/client';
import { Agent, listOf, plural, withSection } from './agent.ts';
import { applyEdits, runChecks, shortList } from './checks.ts';
import { readDocument } from './document.ts';
import { languageChecks } from './language-checks.ts';
import { suggest } from './suggest.ts';

// Ivo has nothing but an invite. He reads the text in the session, looks at the language, and makes the corrected copy.

const [baseUrl = '', sessionId = ''] = process.argv.slice(2);
const inviteCode = process.env['INVITE_CODE'] ?? '';

const client = createClient({ baseUrl });
const { agentToken } = await client.joinSession({ sessionId, inviteCode, agentId: 'ivo', agentName: 'Ivo' });
const ivo = new Agent(client.withToken(agentToken), sessionId, 'ivo');

const handoff = await ivo.hear('handoff');
const path = handoff.metadata['path'] as string;
const noteId = handoff.metadata['noteId'] as string;
const text = await ivo.read(path);
const document = readDocument(path, text);
await ivo.say(`@mara I have read ${path} and begin.`, { replyTo: handoff });

const language = shortList(runChecks(languageChecks, document));
await ivo.report('language', language);
await ivo.editTogether(noteId, (content) => withSection(content, 'Language', listOf(language)));

const structure = await ivo.readFindings('structure');
const suggestions = suggest(document, structure);
const ideas = suggestions.map(({ words }) => words);
await ivo.say(
  ideas.length > 0
    ? ['@mara I have an idea for these:', ...ideas].join('\n')
    : '@mara your findings leave no question to me.',
  { msgType: 'suggestion', replyTo: await ivo.hear('finding'), metadata: { suggestions } },
);

const verdict = await ivo.hear('verdict');
const withdrawn = new Set(verdict.metadata['withdrawn'] as number[]);
const stands = language.filter((_, index) => !withdrawn.has(index));
if (withdrawn.size > 0) {
  const note = await ivo.client.getNote({ sessionId, noteId });
  await ivo.editNote(note, (content) => withSection(content, 'Language', listOf(stands)));
  await ivo.say(`You are right. I have withdrawn ${String(withdrawn.size)}; ${String(stands.length)} stand.`, {
    replyTo: verdict,
  });
}

const decision = await ivo.hear('decision');
const accepted = decision.metadata['accepted'] === true ? suggestions.map(({ edit }) => edit) : [];
const edits = [...stands.flatMap(({ edit }) => edit ?? []), ...accepted];
const copy = edits.length > 0 ? `review/${path}` : null;
if (copy !== null) await ivo.client.writeFile({ sessionId, path: copy, content: applyEdits(text, edits) });
await ivo.say(
  copy === null
    ? '@mara nothing here can be fixed without judgement, so I make no copy.'
    : `@mara I made ${plural(edits.length, 'safe change')} in a copy, ${copy}.`,
  { msgType: 'action', metadata: { path: copy } },
);

const proposal = await ivo.hear('proposal');
await ivo.say('Yes. Nothing is open on my side.', { replyTo: proposal });
