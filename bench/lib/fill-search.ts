import { systemClock } from '@pairspace/server';
import { type AgentCaller, openPostgres, postMessage, type Storage } from '@pairspace/server/inside';
import { openToFill } from './open-to-fill.ts';
import { SearchTexts } from './search-texts.ts';

export interface FillSearch {
  folder: string;
  /** Undefined: the embedded database in the folder. */
  databaseUrl: string | undefined;
  /** Sessions, each with its creator. */
  sessions: { id: string; agentId: string }[];
  messages: number;
}

/** Fills sessions evenly with messages by the service's own operation, without HTTP, and beside a stopped service. */
const { folder, databaseUrl, sessions, messages } = JSON.parse(process.argv[2] ?? '') as FillSearch;
const quiet = { onNotify: () => undefined, onAnnounce: () => undefined };
const open = (): Promise<Storage> =>
  databaseUrl === undefined
    ? openToFill(folder)
    : openPostgres({ url: databaseUrl, connections: 10, clock: systemClock, ...quiet });

/** Messages of one session share commits. */
const eachSession = 20;
const together = Math.min(200, sessions.length);
const texts = new SearchTexts(1);
const callerOf = ({ id: sessionId, agentId }: FillSearch['sessions'][number]): AgentCaller => ({
  kind: 'agent',
  sessionId,
  agentId,
  agentName: agentId,
  role: 'creator',
  issuedToCreator: true,
});

await using storage = await open();
const post = (index: number, session: FillSearch['sessions'][number]): Promise<unknown> =>
  storage.write((tx) => postMessage(tx, callerOf(session), { content: texts.messageAt(index) }), {
    session: session.id,
    durable: false,
  });

for (let round = 0; round * sessions.length < messages; round += eachSession) {
  for (let first = 0; first < sessions.length; first += together) {
    const posts: Promise<unknown>[] = [];
    for (let offset = 0; offset < eachSession; offset++) {
      for (const [place, session] of sessions.slice(first, first + together).entries()) {
        const index = (round + offset) * sessions.length + first + place;
        if (index < messages) posts.push(post(index, session));
      }
    }
    await Promise.all(posts);
  }
}

process.send?.({});
process.disconnect?.();
