import { systemClock } from '@pairspace/server';
import { type AgentCaller, openPostgres, postAlone, type Storage } from '@pairspace/server/inside';
import { openToFill } from './open-to-fill.ts';
import { SearchTexts } from './search-texts.ts';

export interface FillSearch {
  folder: string;
  /** Undefined: the embedded database in the folder. */
  databaseUrl: string | undefined;
  /** Sessions, each with its creator: on PostgreSQL the messages of one agent would wait for each other. */
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

/** Messages of one session in a batch would wait for each other on PostgreSQL. */
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
for (let posted = 0; posted < messages; posted += together) {
  await Promise.all(
    Array.from({ length: Math.min(together, messages - posted) }, (_, offset) => {
      const index = posted + offset;
      const content = texts.messageAt(index);
      return storage.write((tx) =>
        postAlone(tx, callerOf(sessions[index % sessions.length] ?? { id: '', agentId: '' }), content),
      );
    }),
  );
}

process.send?.({});
process.disconnect?.();
