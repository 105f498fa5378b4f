import { createClient } from '@pairspace/client';
import type { Message } from '@pairspace/protocol';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Agent, listOf, measured, plural, tasks } from './agent.ts';
import { applyEdits, type Finding, runChecks, shortList } from './checks.ts';
import { readDocument } from './document.ts';
import { languageChecks } from './language-checks.ts';
import { structureChecks } from './structure-checks.ts';
import type { Suggestion } from './suggest.ts';
import { readTextFile } from './text-file.ts';

// Mara has the file. She opens the session, checks the structure, and completes the session at the end.

const [baseUrl = '', path = ''] = process.argv.slice(2);
const { name, text } = await readTextFile(path);
const document = readDocument(name, text);
const myChecks = structureChecks((target) => existsSync(join(dirname(path), target)));

const client = createClient({ baseUrl });
const created = await client.createSession({
  name: `Review of ${name}`,
  agentId: 'mara',
  agentName: 'Mara',
  visibility: 'public',
});
const sessionId = created.session.id;
const mara = new Agent(client.withToken(created.agentToken), sessionId, 'mara');
await mara.client.writeFile({ sessionId, path: name, content: text });
const note = await mara.client.createNote({
  sessionId,
  title: 'Review',
  content: `# Review of ${name}\n\n## Structure\n\nMara looks at it.\n\n## Language\n\nIvo looks at it.\n`,
});
// The parent process passes the invite to the other agent, and directs tasks with the observer token.
const { observerToken } = created;
process.stdout.write(`${JSON.stringify({ sessionId, inviteCode: created.session.inviteCode, observerToken })}\n`);

await mara.until(({ event }) => (event === 'session.joined' ? true : undefined));
const ask = (title: string, more: Partial<Parameters<typeof mara.client.createTask>[0]>) =>
  mara.client.createTask({ sessionId, title, ...more });
await ask('Check the structure: headings, links, anchors, code, images', { claim: true });
await ask('Check the language: long sentences, doubled words, passive voice, fillers, spaces', { offeredTo: 'ivo' });
await ask('Measure the text', { offeredTo: 'ivo' });
await ask('Make a copy with the safe corrections', {
  offeredTo: 'ivo',
  dependsOn: [String(tasks.structure), String(tasks.language)],
});
await mara.say('@ivo three tasks are for you, one is mine. We meet in the note.');

const structure = shortList(runChecks(myChecks, document));
await mara.work(tasks.structure, async () => {
  await mara.report('structure', structure);
  return { text: plural(structure.length, 'finding'), links: [{ kind: 'file', ref: 'review/structure.json' }] };
});
// A claim that waits gets the task of the dead Ivo as soon as it is free.
for await (const { finish } of mara.client.session(sessionId).claimNext()) {
  finish({ text: measured(document) });
  break;
}
await mara.writeTogether(note.id, 'Structure', listOf(structure));

// Ivo reads plain text. Only Mara can tell that some of it is not prose.
const language = await mara.readFindings('language');
const withdrawn = language.flatMap(({ line, column }, index) => (document.notProse(line, column) ? [index] : []));
const withdrawnFindings = withdrawn.flatMap((index) => language[index] ?? []);
await mara.say(verdict(language, withdrawnFindings), {
  msgType: 'verdict',
  replyTo: await mara.hear('finding'),
  metadata: { withdrawn },
});

const accepted = await tryOut(await mara.hear('suggestion'));

const action = await mara.hear('action');
const copy = action.metadata['path'] as string | null;
const stands = language.filter((_, index) => !withdrawn.includes(index));
const improved = structure.filter((_, index) => accepted.some(({ finding }) => finding === index));
const fixed = copy === null ? [] : [...improved, ...stands.filter(({ edit }) => edit)];
const open = [...structure, ...stands].filter((finding) => !fixed.includes(finding));
await mara.say(
  copy === null
    ? 'Then the text stays as it is.'
    : `I ran all checks on your copy: ${plural(countFindings(text), 'finding')} before, ${String(countFindings(await mara.read(copy)))} now.`,
  { replyTo: action },
);

const report = [
  ['Fixed in the copy', fixed],
  ['Left for a person to decide', open],
  ['Withdrawn, for it is code or a link', withdrawnFindings],
] as const;
const sections = report.map(([title, findings]) => `## ${title}\n\n${listOf(findings, 500).join('\n')}\n`);
const content = [`# Review of ${name}\n`, ...sections].join('\n');
await mara.client.writeFile({ sessionId, path: 'review/findings.md', content });
const outcome = `${String(fixed.length)} fixed, ${String(open.length)} left for a person, ${String(withdrawn.length)} withdrawn.`;
await mara.writeSection(note.id, 'Outcome', [`${outcome} All of it is in review/findings.md.`]);
const question = await mara.say(`@ivo ${outcome} It is all in review/findings.md. May I close?`, {
  msgType: 'proposal',
  metadata: { fixed: fixed.length, open: open.length, withdrawn: withdrawn.length },
});
await mara.until(({ event, data }) => (event === 'message.created' && data.replyTo === question.id ? true : undefined));
await mara.client.updateSession({ sessionId, status: 'completed' });

function verdict(all: readonly Finding[], notProse: readonly Finding[]): string {
  if (all.length === 0) return '@ivo then there is nothing of yours that I could doubt.';
  if (notProse.length === 0)
    return `@ivo I have checked your ${String(all.length)}: all of it is prose, all of it stands.`;
  const lines = [...new Set(notProse.map(({ line }) => line))].sort((a, b) => a - b).map(String);
  const where = lines.length > 8 ? [...lines.slice(0, 8), '…'] : lines;
  return `@ivo ${String(notProse.length)} of your ${String(all.length)}: that is no prose but code or a link (line ${where.join(', ')}).`;
}

/** Accepts suggestions only if they reduce the findings. */
async function tryOut(message: Message): Promise<Suggestion[]> {
  const suggestions = message.metadata['suggestions'] as Suggestion[];
  const edits = suggestions.map(({ edit }) => edit);
  const before = countFindings(text);
  const after = countFindings(applyEdits(text, edits));
  const isBetter = after <= before - edits.length;
  const answer = `I tried it: ${plural(before, 'finding')} before, ${String(after)} with it. ${isBetter ? 'Accepted.' : 'Rather not.'}`;
  const noQuestion = structure.length === 0 ? 'Good.' : 'Then they are for a person to decide.';
  await mara.say(edits.length === 0 ? noQuestion : answer, {
    msgType: 'decision',
    replyTo: message,
    metadata: { accepted: isBetter },
  });
  return isBetter ? suggestions : [];
}

function countFindings(of: string): number {
  return runChecks([...myChecks, ...languageChecks], readDocument(name, of)).length;
}
