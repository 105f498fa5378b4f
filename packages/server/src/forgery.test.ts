import { cases } from '@pairspace/testkit/cases';
import { defaultLimits, type Event, type Message, visibleLine, visibleText } from '@pairspace/protocol';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'parse5';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Signer } from './checkpoints/signer.ts';
import { readEvents } from './events/read-events.ts';
import { scanLog } from './events/scan-log.ts';
import { loadViews } from './exports/site/load-views.ts';
import type { Renderer } from './exports/site/render-thread.ts';
import { sanitize } from './exports/site/sanitize.ts';
import { singlePage } from './exports/site/single-page.ts';
import { type Site, staticSite } from './exports/site/static-site.ts';
import { writeFile } from './files/write-file.ts';
import { Markup } from './lib/markup.ts';
import { blocksOf } from './lib/prose.ts';
import { postMessage } from './messages/post-message.ts';
import { createNote } from './notes/create-note.ts';
import { joinSession } from './sessions/join-session.ts';
import { openSession } from './sessions/open-session.ts';
import { exportSections } from './slices.ts';
import { openSqlite } from './storage/sqlite/open.ts';
import type { Storage } from './storage/storage.ts';
import { hostileName, hostilePath, hostileText } from './testing/hostile-text.ts';
import {
  attributeOf,
  dangersIn,
  type Element,
  elementsOf,
  hasClass,
  isHidden,
  type ParsedPage,
  parsePage,
  textOf,
} from './testing/parsed-html.ts';
import { renderTranscript } from './transcripts/render-transcript.ts';
import { unconditional } from './http/dispatch/preconditions.ts';

/** A case is one agent with its name, message, note and file; ten of them meet in a session. */
const agentsASession = 10;

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-forgery-'));
  storage = await openSqlite({
    file: join(folder, 'db.sqlite'),
    clock: { now: () => Date.UTC(2026, 0, 1) },
    onNotify: () => undefined,
    onAnnounce: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await storage[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const hostileAgent = fc.record({
  agentName: hostileName,
  content: hostileText,
  title: hostileName,
  note: hostileText,
  path: hostilePath,
  file: hostileText,
});
type HostileAgent = typeof hostileAgent extends fc.Arbitrary<infer T> ? T : never;

const hold = (sessionName: string, agents: readonly HostileAgent[]): Promise<string> =>
  storage.write(async (tx) => {
    const { session } = await openSession(tx, {
      name: sessionName,
      agentId: 'host',
      visibility: 'public',
      mode: 'async',
      maxAgents: agentsASession + 1,
      metadata: {},
      inviteTtlMs: 1,
    });
    for (const [index, { agentName, content, title, note, path, file }] of agents.entries()) {
      const agentId = `agent-${String(index)}`;
      const inviteCode = session.inviteCode ?? '';
      await joinSession(tx, session.id, { inviteCode, agentId, agentName });
      const caller = {
        kind: 'agent',
        sessionId: session.id,
        agentId,
        agentName,
        role: 'partner',
        issuedToCreator: false,
      } as const;
      await postMessage(tx, caller, { content });
      await createNote(tx, caller, { title, content: note }, 1000);
      await writeFile(
        tx,
        caller,
        { path: `${agentId}/${path}`, content: file, encoding: 'utf-8' },
        unconditional,
        defaultLimits,
      );
    }
    return session.id;
  });

const transcript = async (sessionId: string, format: 'text' | 'markdown' | 'html', until: number): Promise<string> => {
  let text = '';
  for await (const piece of renderTranscript(scanLog(storage.read, sessionId, until), format)) text += piece;
  return text;
};

const line = /^(\d+) \S+Z ([a-z.]+) (\S+) ("(?:[^"\\]|\\.)*") (.*)$/;

const unquoted = (text: string): string =>
  text
    .slice(1, -1)
    .replace(/\\(?:u\{([0-9A-F]+)\}|(.))/g, (_, code: string | undefined, character: string) =>
      code === undefined
        ? ({ n: '\n', r: '\r', t: '\t' }[character] ?? character)
        : String.fromCodePoint(parseInt(code, 16)),
    );

const checkText = (text: string, events: readonly Event[]): void => {
  expect(isHidden(text)).toBe(false);
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  expect(lines).toHaveLength(events.length);
  for (const [index, { seq, event, actor, data }] of events.entries()) {
    const [, number, name, who, called = '', what = ''] = line.exec(lines[index] ?? '') ?? [];
    expect([number, name, who, unquoted(called)]).toEqual([
      String(seq),
      event,
      `${actor.kind}:${actor.id}`,
      actor.name,
    ]);
    if (event !== 'message.created') continue;
    expect(what).toMatch(/^partner chat "/);
    expect(unquoted(what.slice('partner chat '.length))).toBe(data.content);
  }
};

/** A text without white space, because its lines may be broken anywhere. */
const unspaced = (text: string): string => text.replace(/\s/gu, '');

const saidIn = (message: Message): string =>
  unspaced(
    blocksOf(visibleText(message.content))
      .map(({ text }) => text)
      .join(''),
  );

/** A parser that lets HTML through. */
const looseMarkdown = new MarkdownIt({ html: true });
const ofMarkdown = new Set('html head body h1 h3 ul li p strong blockquote pre code br'.split(' '));

const checkMarkdown = (text: string, events: readonly Event[]): void => {
  expect(isHidden(text)).toBe(false);
  const document = parse(looseMarkdown.render(text));
  const elements = elementsOf(document);
  expect(elements.map(({ tagName }) => tagName).filter((name) => !ofMarkdown.has(name))).toEqual([]);
  expect(elements.flatMap(({ attrs }) => attrs)).toEqual([]);
  const parts =
    elements.find(({ tagName }) => tagName === 'body')?.childNodes.filter((node) => 'tagName' in node) ?? [];
  const told = parts.flatMap((part) => (part.tagName === 'ul' ? elementsIn(part, 'li') : [part]));
  expect(told.shift()?.tagName).toBe('h1');
  for (const { seq, event, actor, data } of events) {
    const part = told.shift();
    const isMessage = event === 'message.created';
    expect(part?.tagName).toBe(isMessage ? 'h3' : 'li');
    expect(unspaced(part ? textOf(part) : '')).toMatch(new RegExp(`^${String(seq)}·2026-01-01`));
    const [name] = part ? elementsIn(part, 'strong') : [];
    expect(name && unspaced(textOf(name))).toBe(unspaced(visibleLine(actor.name)));
    if (!isMessage) continue;
    const quote = told.shift();
    expect(quote?.tagName).toBe('blockquote');
    expect(quote && unspaced(textOf(quote))).toBe(saidIn(data));
  }
  expect(told).toEqual([]);
};

const elementsIn = (element: Element, tagName: string): Element[] =>
  elementsOf(element).filter((inner) => inner.tagName === tagName);

/** By which class an element tells whose entry it is: in a transcript, and in a site. */
const authorIn = { transcript: 'name', site: 'author' } as const;

const checkTimeline = (html: string, events: readonly Event[], form: keyof typeof authorIn): void => {
  const page = parsePage(html);
  expect(dangersIn(page)).toEqual([]);
  const told = page.elements.filter((element) => /^e\d+$/.test(attributeOf(element, 'id') ?? ''));
  expect(told.map((element) => attributeOf(element, 'id'))).toEqual(events.map(({ seq }) => `e${String(seq)}`));
  for (const [index, element] of told.entries()) {
    const inside = [element, ...elementsOf(element)];
    expect(inside.some((inner) => hasClass(inner, 'said'))).toBe(events[index]?.event === 'message.created');
    const authors = inside.filter((inner) => hasClass(inner, authorIn[form]));
    expect(authors.map(textOf)).toEqual([visibleLine(events[index]?.actor.name ?? '')]);
  }
};

const { markdownHtml, codeHtml, compareLines, viewHtml } = await loadViews();

/** The same as in the thread, without a budget. */
const inline: Renderer = {
  markdown: (texts, agents) => {
    const known = new Map(agents.map((id) => [id, id]));
    return Promise.resolve(texts.map((text) => ({ text, html: sanitize(markdownHtml(text, known)) })));
  },
  code: (text, path) => Promise.resolve({ text, html: codeHtml(text, path), lines: 1 }),
  changes: (before, after) => Promise.resolve({ lines: compareLines(visibleText(before), visibleText(after)) }),
  views: (...views) => Promise.resolve(new Markup(views.map(viewHtml).join('\n'))),
};

const site = (sessionId: string): Site => ({
  db: storage.read,
  sessionId,
  sections: exportSections(
    {
      summary: () => Promise.resolve({ pool: null, agentUsage: [] }),
      jobs: () => Promise.resolve({ items: [], nextCursor: null }),
    },
    () => 0,
  ),
  renderer: inline,
  style: '',
  signer: new Signer(Buffer.alloc(32, 1)),
  exportedAt: '2026-01-01T00:00:00.000Z',
});

const checkSinglePage = async (sessionId: string, events: readonly Event[]): Promise<void> => {
  let html = '';
  for await (const piece of singlePage(site(sessionId))) html += piece;
  checkTimeline(html, events, 'site');
};

const checkSite = async (sessionId: string, agents: readonly HostileAgent[]): Promise<void> => {
  const pages = new Map<string, ParsedPage>();
  for await (const { path, text } of staticSite(site(sessionId))) {
    expect(path).toMatch(/^(?:[a-z0-9]+\/)?[a-z0-9-]+(?:\.v\d+)?\.(?:html|css|json)$/);
    pages.set(path, parsePage(text));
  }
  const sources: string[] = [];
  for (const [path, page] of pages) {
    if (!path.endsWith('.html')) continue;
    expect(dangersIn(page)).toEqual([]);
    expect(page.elements.flatMap(addressWithin).filter((href) => !pages.has(join(dirname(path), href)))).toEqual([]);
    if (/^files\/\d/.test(path))
      sources.push(
        page.elements
          .filter((element) => hasClass(element, 'code-text'))
          .map(textOf)
          .join(),
      );
  }
  expect(sources.sort()).toEqual(agents.map(({ file }) => visibleText(file)).sort());
};

const addressWithin = (element: Element): string[] => {
  const href = attributeOf(element, 'href');
  return href === undefined || /^(?:https?:|mailto:|#)/i.test(href) ? [] : [href];
};

test('[TRN-9] [TRN-5] [EXP-4] whatever names, contents, titles and paths are, nobody else is heard, nothing is hidden, nothing runs', async () => {
  let sessions = 0;
  const agents = fc.array(hostileAgent, { minLength: agentsASession, maxLength: agentsASession });
  await fc.assert(
    fc.asyncProperty(hostileName, agents, async (sessionName, agents) => {
      const sessionId = await hold(sessionName, agents);
      const rows = await readEvents(storage.read, { sessionId, since: 0, limit: 200, bytes: 10 * 2 ** 20 });
      const events = rows.map(({ json }) => JSON.parse(json) as Event);
      checkText(await transcript(sessionId, 'text', events.length), events);
      checkMarkdown(await transcript(sessionId, 'markdown', events.length), events);
      checkTimeline(await transcript(sessionId, 'html', events.length), events, 'transcript');
      if (sessions++ % 2 === 0) await checkSinglePage(sessionId, events);
      else await checkSite(sessionId, agents);
    }),
    { numRuns: Math.ceil(cases(60) / agentsASession) },
  );
});
