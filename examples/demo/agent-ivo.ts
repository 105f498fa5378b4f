import { createClient } from '@pairspace/client';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, listOf, measured, plural, tasks } from './agent.ts';
import { applyEdits, runChecks, shortList } from './checks.ts';
import { readDocument } from './document.ts';
import { languageChecks } from './language-checks.ts';
import { suggest } from './suggest.ts';

// Ivo starts with an invite alone. He reads the text in the session, checks the language, and makes the corrected copy.
// When his process dies, another process takes his seat with the recovery code and continues from the state in the
// session.

const [baseUrl = '', sessionId = ''] = process.argv.slice(2);
const { INVITE_CODE: inviteCode = '', RECOVERY_CODE: lostWith, REST_MS: restMs } = process.env;

const client = createClient({ baseUrl });
const { agentToken, recoveryCode } =
  lostWith === undefined
    ? await client.joinSession({ sessionId, inviteCode, agentId: 'ivo', agentName: 'Ivo' })
    : await client.recoverAgent({ sessionId, recoveryCode: lostWith });
// The parent process keeps the code, and passes it to the next process if this one dies.
process.stdout.write(`${JSON.stringify({ recoveryCode })}\n`);
const ivo = new Agent(client.withToken(agentToken), sessionId, 'ivo');
if (lostWith !== undefined) {
  await ivo.remember();
  await ivo.say('My process died, and I am back in my seat. The session knows what I did; I go on from there.');
}

await ivo.until(({ event, data }) => (event === 'task.created' && data.number === tasks.copy ? true : undefined));
const { items: files } = await ivo.client.listFiles({ sessionId });
const path = files.find((file) => !file.path.startsWith('review/'))?.path ?? '';
const noteId = (await ivo.client.listNotes({ sessionId })).items[0]?.id ?? '';
const text = await ivo.read(path);
const document = readDocument(path, text);

const language = shortList(runChecks(languageChecks, document));
await ivo.work(tasks.language, async () => {
  await ivo.report('language', language);
  return { text: plural(language.length, 'finding'), links: [{ kind: 'file', ref: 'review/language.json' }] };
});
await ivo.work(tasks.measure, async () => {
  // The demonstration kills this process with the task in its hands, so the process rests here.
  await pause(Number(restMs));
  return { text: measured(document) };
});
await ivo.writeTogether(noteId, 'Language', listOf(language));

const structure = await ivo.readFindings('structure');
const suggestions = suggest(document, structure);
const ideas = suggestions.map(({ words }) => words);
await ivo.sayOnce(
  ideas.length > 0
    ? ['@mara I have an idea for these:', ...ideas].join('\n')
    : '@mara your findings leave no question to me.',
  { msgType: 'suggestion', replyTo: await ivo.hear('finding'), metadata: { suggestions } },
);

const verdict = await ivo.hear('verdict');
const withdrawn = new Set(verdict.metadata['withdrawn'] as number[]);
const stands = language.filter((_, index) => !withdrawn.has(index));
if (withdrawn.size > 0) {
  await ivo.writeSection(noteId, 'Language', listOf(stands));
  await ivo.say(`You are right. I have withdrawn ${String(withdrawn.size)}; ${String(stands.length)} stand.`, {
    replyTo: verdict,
  });
}

const decision = await ivo.hear('decision');
const accepted = decision.metadata['accepted'] === true ? suggestions.map(({ edit }) => edit) : [];
const edits = [...stands.flatMap(({ edit }) => edit ?? []), ...accepted];
const copy = edits.length > 0 ? `review/${path}` : null;
await ivo.work(tasks.copy, async () => {
  if (copy === null) return { text: 'Nothing can be fixed without judgement.' };
  await ivo.client.writeFile({ sessionId, path: copy, content: applyEdits(text, edits) });
  return { text: plural(edits.length, 'safe change'), links: [{ kind: 'file', ref: copy }] };
});
await ivo.say(
  copy === null
    ? '@mara nothing here can be fixed without judgement, so I make no copy.'
    : `@mara I made ${plural(edits.length, 'safe change')} in a copy, ${copy}.`,
  { msgType: 'action', metadata: { path: copy } },
);

const proposal = await ivo.hear('proposal');
await ivo.say('Yes. Nothing is open on my side.', { replyTo: proposal });
