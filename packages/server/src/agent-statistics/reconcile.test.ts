import { cases } from '@pairspace/testkit/cases';
import { type Actor, defaultLimits, type EventName, ServiceError, type SessionStatus } from '@pairspace/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AgentCaller } from '../access/caller.ts';
import { presentStats, type StatisticsRow } from '../agents/agent-store.ts';
import { saveProfile } from '../agents/save-profile.ts';
import { writeFile } from '../files/write-file.ts';
import { isoTime } from '../lib/clock.ts';
import { postMessage } from '../messages/post-message.ts';
import { copyNotes } from '../notes/copy-notes.ts';
import { createNote } from '../notes/create-note.ts';
import { deleteNote } from '../notes/delete-note.ts';
import { updateNote } from '../notes/update-note.ts';
import { createSession } from '../sessions/create-session.ts';
import { SessionDeletion } from '../sessions/session-deletion.ts';
import { forkSession } from '../sessions/fork-session.ts';
import { joinSession } from '../sessions/join-session.ts';
import { setVisibility } from '../sessions/set-visibility.ts';
import { updateSession } from '../sessions/update-session.ts';
import type { Storage } from '../storage/storage.ts';
import { TestClock } from '../testing/test-app.ts';
import { openTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { countWork } from './count-work.ts';
import { reconcile } from './reconcile.ts';
import { unconditional } from '../http/dispatch/preconditions.ts';

const clock = new TestClock();
let database: TestStorage;
let storage: Storage;
beforeAll(async () => {
  database = await openTestStorage(clock);
  storage = database.storage;
});
afterAll(() => database[Symbol.asyncDispose]());

const agentNames = ['ada', 'bob', 'cyd', 'dee'];
const circumstances = {
  inviteTtlMs: 1e12,
  copies: { notes: copyNotes, files: () => Promise.resolve(0), tasks: () => Promise.resolve(0) },
  withdrawAsks: () => Promise.resolve(),
};

interface Seat {
  caller: AgentCaller;
  /** The session's invite code. */
  inviteCode: string;
}

/** The sessions of one run and their members, as far as the next step depends on them. */
interface Model {
  /** Distinguishes the agents of this run from all others. */
  run: number;
  sessions: Map<string, Seat[]>;
  notes: { sessionId: string; id: string; version: number }[];
  jobs: { agentId: string; sessionId: string; microcredits: number }[];
}

/** Returns whether the step changed something. */
type Step = (model: Model, pick: (below: number) => number) => Promise<boolean>;

const idOf = (model: Model, name: string): string => `${name}-${String(model.run)}`;

const callerOf = (sessionId: string, agentId: string, role: AgentCaller['role']): AgentCaller => ({
  kind: 'agent',
  sessionId,
  agentId,
  agentName: agentId,
  role,
  issuedToCreator: role === 'creator',
});

const anySeat = ({ sessions }: Model, pick: (below: number) => number): Seat | undefined => {
  const seats = [...sessions.values()].flat();
  return seats[pick(Math.max(1, seats.length))];
};

const open =
  (visibility: 'public' | 'private'): Step =>
  async (model, pick) => {
    const agentId = idOf(model, agentNames[pick(agentNames.length)] ?? '');
    const { session } = await storage.write((tx) =>
      createSession(
        tx,
        { agentId, visibility, mode: 'async', maxAgents: 4, metadata: {} },
        { defaultVisibility: 'public', ...circumstances },
      ),
    );
    const seat = { caller: callerOf(session.id, agentId, 'creator'), inviteCode: session.inviteCode ?? '' };
    model.sessions.set(session.id, [seat]);
    return true;
  };

const asSomeone =
  (work: (seat: Seat, model: Model, pick: (below: number) => number) => Promise<unknown>): Step =>
  async (model, pick) => {
    const seat = anySeat(model, pick);
    return seat !== undefined && (await work(seat, model, pick)) !== false;
  };

/** A step on a note of a session that is there, as one of its agents. */
const onANote =
  (work: (caller: AgentCaller, note: Model['notes'][number]) => Promise<unknown>): Step =>
  async (model, pick) => {
    const notes = model.notes.filter(({ sessionId }) => model.sessions.has(sessionId));
    const note = notes[pick(Math.max(1, notes.length))];
    const seats = note ? (model.sessions.get(note.sessionId) ?? []) : [];
    const seat = seats[pick(Math.max(1, seats.length))];
    if (!note || !seat) return false;
    await work(seat.caller, note);
    return true;
  };

/** The actions of a user. A refused action, such as one in a completed session, changes nothing and is a valid step. */
const steps: Record<string, Step> = {
  openPublic: open('public'),
  openPrivate: open('private'),
  join: asSomeone(async ({ caller, inviteCode }, model, pick) => {
    const agentId = idOf(model, agentNames[pick(agentNames.length)] ?? '');
    await storage.write((tx) => joinSession(tx, caller.sessionId, { inviteCode, agentId }));
    const seat = { caller: callerOf(caller.sessionId, agentId, 'partner'), inviteCode };
    model.sessions.get(caller.sessionId)?.push(seat);
  }),
  fork: asSomeone(async ({ caller }, model) => {
    const { session } = await storage.write((tx) => forkSession(tx, caller, { files: false }, circumstances));
    const seat = { caller: callerOf(session.id, caller.agentId, 'creator'), inviteCode: session.inviteCode ?? '' };
    model.sessions.set(session.id, [seat]);
  }),
  say: asSomeone(({ caller }) => storage.write((tx) => postMessage(tx, caller, { content: 'x' }))),
  note: asSomeone(async ({ caller }, model) => {
    const note = await storage.write((tx) => createNote(tx, caller, { title: 'x', content: '' }, 100));
    model.notes.push({ sessionId: caller.sessionId, id: note.id, version: 1 });
  }),
  edit: onANote(async (caller, note) => {
    const edit = { noteId: note.id, admits: unconditional.admits, content: 'y' };
    await storage.write((tx) => updateNote(tx, caller, edit));
    note.version++;
  }),
  editAsObserver: onANote(async (caller, note) => {
    const { sessionId } = caller;
    const observer = {
      kind: 'observer',
      sessionId,
      observerId: caller.agentId,
      observerName: 'Observer',
      issuedToCreator: true,
      invited: true,
      rights: [],
      vouched: false,
    } as const;
    const edit = { noteId: note.id, admits: unconditional.admits, content: 'z' };
    await storage.write((tx) => updateNote(tx, observer, edit));
    note.version++;
  }),
  removeNote: onANote((caller, note) => storage.write((tx) => deleteNote(tx, caller, note.id, unconditional.admits))),
  write: asSomeone(({ caller }) =>
    storage.write((tx) => {
      const file = { path: 'a.txt', content: 'x', encoding: 'utf-8' } as const;
      return writeFile(tx, caller, file, unconditional, defaultLimits);
    }),
  ),
  runJob: asSomeone(async ({ caller: { sessionId, agentId } }, model, pick) => {
    const microcredits = pick(1_000_000);
    await storage.write(async (tx) => {
      const row = await tx.get<{ visibility: string }>`select visibility from session where id = ${sessionId}`;
      const isPublic = row?.visibility === 'public';
      countWork(
        tx,
        { sessionId, agentId, isPublic },
        { jobsSubmitted: 1, tasksDone: 1, microcreditsUsed: microcredits },
      );
    });
    model.jobs.push({ sessionId, agentId, microcredits });
  }),
  complete: asSomeone(({ caller }) =>
    storage.write((tx) => updateSession(tx, caller, caller.sessionId, { status: 'completed' }, circumstances)),
  ),
  reopen: asSomeone(({ caller }) =>
    storage.write((tx) => updateSession(tx, caller, caller.sessionId, { status: 'active' }, circumstances)),
  ),
  rename: asSomeone(({ caller }, _, pick) =>
    storage.write((tx) =>
      updateSession(tx, caller, caller.sessionId, { name: `Name ${String(pick(99))}` }, circumstances),
    ),
  ),
  toggle: asSomeone(({ caller }) => storage.write((tx) => setVisibility(tx, caller, caller.sessionId, undefined))),
  remove: asSomeone(async ({ caller: { sessionId } }, model) => {
    await storage.write((tx) => new SessionDeletion([]).delete(tx, sessionId));
    model.sessions.delete(sessionId);
    model.jobs = model.jobs.filter((job) => job.sessionId !== sessionId);
  }),
  profile: async (model, pick) => {
    const agentId = idOf(model, agentNames[pick(agentNames.length)] ?? '');
    await storage.write((tx) => saveProfile(tx, { agentId }, undefined));
    return true;
  },
};

interface LoggedRow {
  event: EventName;
  at: number;
  actor_kind: Actor['kind'];
  actor_id: string;
  data: string;
}

/** Whether an event tells what a fork carries. */
const isCopy = ({ event, data }: LoggedRow): boolean =>
  event === 'note.created' && (JSON.parse(data) as { copiedFrom: object | null }).copiedFrom !== null;

/** The statistics of one agent, computed only from the logs of sessions that are public now. */
const recount = async (model: Model, agentId: string) => {
  const expected = {
    agentId,
    sessionsCreated: 0,
    sessionsJoined: 0,
    sessionsCompleted: 0,
    messagesSent: 0,
    notesEdited: 0,
    filesWritten: 0,
    tasksDone: 0,
    jobsSubmitted: 0,
    creditsUsed: 0,
  };
  const collaborators = new Set<string>();
  const profile = await storage.read.get<{ updated_at: number }>`select updated_at from agent where id = ${agentId}`;
  let lastActive = profile?.updated_at ?? 0;
  let microcredits = 0;
  for (const sessionId of model.sessions.keys()) {
    const session = await storage.read.get<{ visibility: string; status: SessionStatus }>`
      select visibility, status from session where id = ${sessionId}
    `;
    if (session?.visibility !== 'public') continue;
    const log = await storage.read.all<LoggedRow>`
      select event, at, actor_kind, actor_id, data from event where session_id = ${sessionId} order by seq
    `;
    const isHis = ({ actor_kind, actor_id }: LoggedRow) => actor_kind === 'agent' && actor_id === agentId;
    const his = log.filter(isHis);
    if (his.length === 0) continue;
    const times = (...names: EventName[]) => his.filter((row) => names.includes(row.event) && !isCopy(row)).length;
    expected.sessionsCreated += times('session.created');
    expected.sessionsJoined += times('session.joined');
    expected.sessionsCompleted += session.status === 'completed' ? 1 : 0;
    expected.messagesSent += times('message.created');
    expected.notesEdited += times('note.created', 'note.updated');
    expected.filesWritten += times('file.updated');
    lastActive = Math.max(lastActive, ...his.map(({ at }) => at));
    for (const row of log) if (row.actor_kind === 'agent' && !isHis(row)) collaborators.add(row.actor_id);
    const jobs = model.jobs.filter((job) => job.sessionId === sessionId && job.agentId === agentId);
    expected.jobsSubmitted += jobs.length;
    expected.tasksDone += jobs.length;
    microcredits += jobs.reduce((sum, job) => sum + job.microcredits, 0);
  }
  return {
    ...expected,
    creditsUsed: microcredits / 1e6,
    collaborators: collaborators.size,
    lastActiveAt: isoTime(lastActive),
  };
};

const plan = fc.array(
  fc.record({
    step: fc.constantFrom(...Object.keys(steps), 'openPublic', 'join', 'join', 'join', 'edit', 'toggle'),
    choices: fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 2 }),
    pauseMs: fc.integer({ min: 0, max: 1000 }),
  }),
  { minLength: 5, maxLength: 60, size: 'max' },
);

test('[AGT-22] after any history the statistics are what the logs of the public sessions say', async () => {
  let run = 0;
  const done = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(plan, async (history) => {
      const model: Model = { run: ++run, sessions: new Map(), notes: [], jobs: [] };
      for (const { step, choices, pauseMs } of history) {
        clock.advance(pauseMs);
        let next = 0;
        const pick = (below: number): number => (choices[next++ % choices.length] ?? 0) % below;
        try {
          if (await steps[step]?.(model, pick)) done.set(step, (done.get(step) ?? 0) + 1);
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
        }
      }
      for (const name of agentNames) {
        const agentId = idOf(model, name);
        const row = await storage.read.get<StatisticsRow>`select * from agent_stats where agent_id = ${agentId}`;
        if (row) {
          expect(presentStats(row)).toEqual(await recount(model, agentId));
          expect(row.sessions).toBe(row.sessions_created + row.sessions_joined);
        }
        if (!row) expect(await recount(model, agentId)).toMatchObject({ sessionsCreated: 0, sessionsJoined: 0 });
      }
    }),
    { numRuns: cases(40) },
  );
  expect([...done.keys()].sort()).toEqual(Object.keys(steps).sort());
  const left = await storage.read.get<{ pairs: number }>`
    select count(*) as pairs from collaboration where sessions < 1 or agent_id >= other_id
  `;
  expect(left?.pairs).toBe(0);
});

test('changed pairs cost one query for each agent and a turn for many agents, and unchanged pairs cost nothing', async () => {
  const sessionId = 'ses_pairs';
  const costs = await storage.write(async (tx) => {
    const [queries, turns] = [vi.spyOn(tx, 'all'), vi.spyOn(tx, 'takeTurn')];
    for (let index = 0; index < 20; index++) {
      await tx.run`
        insert into participation (session_id, agent_id, agent_name, created_session, last_active_at)
        values (${sessionId}, ${`pair-${String(index)}`}, 'Pair', 0, 0)
      `;
    }
    const seen: number[][] = [];
    for (const isPublic of [true, true, false]) {
      await reconcile(tx, sessionId, { isPublic, isCompleted: false });
      seen.push([queries.mock.calls.length, turns.mock.calls.length]);
    }
    return seen;
  });
  expect(costs).toEqual([
    [21, 1],
    [22, 1],
    [43, 2],
  ]);
});
