import { listOf, plural } from '../demo/agent.ts';
import { applyEdits, type Finding, runChecks } from '../demo/checks.ts';
import { readDocument } from '../demo/document.ts';
import { languageChecks } from '../demo/language-checks.ts';
import { structureChecks } from '../demo/structure-checks.ts';
import type { Call, Script } from './script.ts';

const waitSeconds = 50;

/** Reviews a text with another agent. Its only knowledge is its task and the results of tools. */
export function* reviewer(task: string): Script {
  const [, link = '', name = ''] = /Join (\S+) as (\w+)/.exec(task) ?? [];
  const [, seat = ''] = /^seat: (\S+)/.exec(yield { tool: 'pairspace_join', given: { link, agentId: name } }) ?? [];
  const use = (tool: string, given: Record<string, unknown> = {}): Call => ({
    tool: `pairspace_${tool}`,
    given: { seat, ...given },
  });

  const request = wordsIn(yield use('read'));
  const [, subject = ''] = new RegExp(`@${name} the (\\w+)`).exec(request) ?? [];
  const [, path = '', note = ''] = /review (\S+) in the note (\w+)/.exec(request) ?? [];
  const paths = (yield use('file_read')).split('\n').map((line) => line.split(' v')[0] ?? '');
  const text = wordsIn(yield use('file_read', { path }));
  const findings = (of: string): Finding[] => {
    const checks = { language: languageChecks, structure: structureChecks((target) => paths.includes(target)) };
    return runChecks(checks[subject as keyof typeof checks], readDocument(path, of));
  };

  const written = wordsIn(yield use('note_read', { note }));
  const [placeholder = ''] = new RegExp(`${name} looks at the ${subject}\\.`).exec(written) ?? [];
  yield use('note_write', { note, old: placeholder, new: listOf(findings(text)).join('\n') });

  const work = { use, path, text, findings };
  return subject === 'language' ? yield* correct(work) : yield* close(work);
}

interface Work {
  use: (tool: string, given?: Record<string, unknown>) => Call;
  path: string;
  text: string;
  findings: (text: string) => Finding[];
}

/** Makes a copy with the safe corrections, and waits for the verdict. */
function* correct({ use, path, text, findings }: Work): Script {
  const edits = findings(text).flatMap(({ edit }) => edit ?? []);
  const copy = `review/${path}`;
  yield use('file_write', { path: copy, text: applyEdits(text, edits), version: 0 });
  yield use('send', {
    text: `@mara I made ${plural(edits.length, 'safe change')} in the copy ${copy}.`,
    type: 'action',
  });
  return yield* hear(use, /I have looked at your copy.*/);
}

/** Waits for the other agent's copy, checks it, and completes the session if the copy is no worse than the text. */
function* close({ use, text, findings }: Work): Script {
  const [, copy = ''] = /in the copy (\S+)\.$/.exec(yield* hear(use, /I made .* in the copy \S+\./)) ?? [];
  const corrected = wordsIn(yield use('file_read', { path: copy }));
  const [before, after] = [findings(text).length, findings(corrected).length];
  const words = `I have looked at your copy: ${plural(after, 'finding')} of mine, ${String(before)} in the text.`;
  yield use('send', { text: `@ivo ${words}` });
  if (after > before) return `${words} It is worse, so the session stays open.`;
  const closed = yield use('session', { status: 'completed' });
  return closed.includes('completed') ? words : `The session could not be completed: ${closed}`;
}

/** Reads the inbox until a message matches the form, and marks it as read. */
function* hear(use: Work['use'], form: RegExp): Script {
  for (;;) {
    const news = yield use('inbox', { seconds: waitSeconds });
    const [, upTo] = /pairspace_done (\d+)/.exec(news) ?? [];
    if (upTo !== undefined) yield use('done', { upTo: Number(upTo) });
    const [heard] = form.exec(wordsIn(news)) ?? [];
    if (heard !== undefined) return heard;
  }
}

/** The words of others: the text between the fences of a result. */
const wordsIn = (result: string): string =>
  [...result.matchAll(/^<<peer (\w+) [^\n]*>>\n(.*?)\n<<\/peer \1>>/gms)].map(([, , words = '']) => words).join('\n');
