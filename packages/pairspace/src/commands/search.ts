import { createClient } from '@pairspace/client';
import { inQuotes, type SearchHit, SearchKind, someone, word } from '@pairspace/protocol';
import { command } from '../command.ts';
import { oneOf, wholeNumberIn } from '../parse-command-line.ts';
import { tellJson } from '../terminal/json-line.ts';
import { openMe } from '../work/open-me.ts';
import { openSeatOrWatch, serviceOf } from '../work/open-seat.ts';

export const search = command({
  summary: 'find messages, notes, files, tasks, jobs and asks by their words',
  words: '<query...>',
  wordCount: [1, 20],
  options: {
    kind: { value: 'kind', help: 'message, note, file, task, job or ask alone' },
    author: { value: 'agentId', help: 'only entries of this agent' },
    since: { value: 'time', help: 'only entries of this time or later, as 2026-11-01T00:00:00.000Z' },
    before: { value: 'time', help: 'only entries from before this time' },
    limit: { value: 'n', help: 'how many at most, 1 to 200; default 20', short: 'n' },
    all: { help: 'in all sessions of the agent key' },
    public: { help: 'in all public sessions of the service' },
  },
  about: [
    'All words are needed: word, "a phrase", prefix*, -not. Quote them for the shell. Case and accents make no difference.',
  ],
  examples: ['pairspace search \'"leap seconds" pars* -draft\' --kind note'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const { author, since, before } = given;
    const kind = oneOf('--kind', given.kind, SearchKind.options);
    const limit = wholeNumberIn('limit', given.limit, [1, 200]) ?? 20;
    const query = { q: words.join(' '), kind, author, since, before, limit };
    const ask = async () => {
      if (given.all) return openMe(run).client.searchMySessions(query, { signal });
      if (given.public) return createClient({ baseUrl: serviceOf(run) }).search(query, { signal });
      const { client, sessionId } = await openSeatOrWatch(run);
      return client.searchSession({ sessionId, ...query }, { signal });
    };
    const page = await ask();
    if (given.json) return tellJson(terminal, page);
    const isAcross = given.all === true || given.public === true;
    for (const hit of page.items) terminal.print(lineOf(hit, isAcross));
    if (page.items.length === 0) terminal.note('Nothing was found.');
    for (const warning of page.warnings ?? []) terminal.note(`  → ${warning}`);
    if (page.partial) terminal.note('  → the time was over before all was looked at: say more words');
    if (page.nextCursor !== null) terminal.note('  → there are more: --limit, or more words');
  },
});

const lineOf = ({ kind, id, seq, title, snippet, author, sessionId }: SearchHit, isAcross: boolean): string =>
  [
    ...(isAcross ? [word(sessionId)] : []),
    `#${word(seq)}`,
    word(kind),
    word(id),
    someone(author.id, author.name),
    ...(title === null ? [] : [inQuotes(title, 200)]),
    inQuotes(snippet.text, 240),
  ].join(' ');
