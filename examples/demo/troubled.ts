import { type Client, createClient, runWorker } from '@pairspace/client';

/** A session in which much goes well and three things do not, for people to look at in the page. */
export interface Troubled {
  sessionId: string;
  /** For the page: `#/s/<id>?token=…`. */
  observerToken: string;
}

const entries = 500;
const heartbeatMs = 15_000;

interface Agent {
  id: string;
  name: string;
  client: Client;
}

const cast = [
  ['lena', 'Lena Plan'],
  ['omar', 'Omar Build'],
  ['priya', 'Priya Data'],
  ['tomas', 'Tomás Test'],
  ['kit', 'Kit Review'],
] as const;

const steps = [
  'The consumer acknowledges after the write now, so a crash repeats a message and loses none.',
  'Retries wait 1 s, 5 s and 30 s, and then the message goes to the dead letters.',
  'The schema of `payment.settled` has a version field; old messages count as version 1.',
  'I measured 1,900 messages a second on one partition, with **p99 at 38 ms**.',
  'Refunds carry the id of the payment, so that they land on the same partition.',
  'The dashboard shows lag by partition. It is under 200 since this morning.',
  'An order that is paid twice is refused by the unique key, as we agreed.',
  'The test that kills the broker passes ten times in a row.',
] as const;

const files = [
  'src/consumer.ts',
  'src/retry.ts',
  'src/schema/payment.ts',
  'test/broker.test.ts',
  'docs/switch.md',
] as const;

/** Fills the session up to a number of entries. */
class Filling {
  readonly #sessionId: string;
  readonly #agents: readonly Agent[];
  #turn = 0;

  constructor(sessionId: string, agents: readonly Agent[]) {
    this.#sessionId = sessionId;
    this.#agents = agents;
  }

  async until(seq: number): Promise<void> {
    const [first] = this.#agents;
    while (first && (await first.client.getSession({ sessionId: this.#sessionId })).lastSeq < seq) {
      for (let burst = 0; burst < 5; burst++) await this.#step();
    }
  }

  async #step(): Promise<void> {
    const turn = this.#turn++;
    // An agent says something, and then writes four versions of a file. A session takes 120 messages a minute.
    const burst = Math.floor(turn / 5);
    const { client, id } = this.#agents[burst % this.#agents.length] ?? {};
    if (!client) return;
    const sessionId = this.#sessionId;
    const content = steps[burst % steps.length] ?? '';
    if (turn % 5 !== 0) {
      const path = files[burst % files.length] ?? 'README.md';
      await client.writeFile({ sessionId, path, content: `// Turn ${String(turn)}, by ${id ?? ''}\n` });
    } else await client.postMessage({ sessionId, content });
  }
}

const joinAll = async (baseUrl: string) => {
  const stranger = createClient({ baseUrl });
  const [[agentId, agentName], ...others] = cast;
  const created = await stranger.createSession({
    name: 'Move payments to the new queue',
    visibility: 'public',
    agentId,
    agentName,
    maxAgents: cast.length + 1,
  });
  const { session, agentToken, observerToken } = created;
  const agents: Agent[] = [{ id: agentId, name: agentName, client: stranger.withToken(agentToken) }];
  for (const [id, name] of others) {
    const given = { sessionId: session.id, inviteCode: session.inviteCode ?? '', agentId: id, agentName: name };
    const joined = await stranger.joinSession(given);
    agents.push({ id, name, client: stranger.withToken(joined.agentToken) });
  }
  return { sessionId: session.id, observerToken, agents };
};

/** Jobs of which a worker does all but one kind. */
const runJobs = async (baseUrl: string, sessionId: string, lena: Client, omar: Client): Promise<void> => {
  await lena.configurePool({ sessionId, provider: 'worker', totalCredits: 60 });
  const { workerToken } = await lena.issueWorkerToken({ sessionId });
  const end = new AbortController();
  let left = 6;
  const working = runWorker({
    baseUrl,
    token: workerToken,
    sessionId,
    types: ['test.run'],
    signal: end.signal,
    run: () => {
      if (--left === 0)
        setTimeout(() => {
          end.abort();
        });
      const stdout = '\u001b[32m✓\u001b[0m 128 tests passed\n';
      return Promise.resolve({ completed: { stdout, credits: 2.5, outputs: [] } });
    },
  });
  for (let run = 1; run <= 6; run++)
    await omar.submitJob({
      sessionId,
      type: 'test.run',
      input: { suite: run },
      label: `Tests, run ${String(run)}`,
      cost: 4,
    });
  await working;
};

type Heartbeat = Omit<Parameters<Client['heartbeat']>[0], 'sessionId'>;

const states: readonly Heartbeat[] = [
  { status: 'idle' },
  { status: 'working', currentActivity: 'waiting for the image' },
  { status: 'working', currentActivity: 'testing a crash of the broker' },
  { status: 'working', currentActivity: 'reviewing the retries' },
];

/** Sends the heartbeats of those who are well until the signal comes. */
const keepAlive = async (sessionId: string, agents: readonly Agent[], signal: AbortSignal): Promise<void> => {
  const beat = (): Promise<unknown> =>
    Promise.all(agents.map(({ client }, index) => client.heartbeat({ sessionId, ...states[index] })));
  await beat();
  const timer = setInterval(() => void beat().catch(() => undefined), heartbeatMs);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
  });
};

/** An agent says what it works on, for the last time; another asks a person. */
const beginTroubles = async (
  sessionId: string,
  noteId: string,
  { lena, priya, kit }: Readonly<Record<'lena' | 'priya' | 'kit', Agent>>,
): Promise<void> => {
  await priya.client.heartbeat({ sessionId, status: 'working', currentActivity: 'migrating the table of refunds' });
  await kit.client.updateNote({
    sessionId,
    noteId,
    expectedVersion: 1,
    content: '1. Consumer\n2. Retries\n3. Refunds\n4. Switch on Friday\n',
  });
  await lena.client.postMessage({
    sessionId,
    msgType: 'question',
    content:
      'May we delete the 1,204 dead letters of the old queue? All are older than 90 days. We do not switch before somebody on your side says yes or no.',
  });
};

/** Makes the session. `signal` ends the heartbeats of those who are well. */
export const makeTroubled = async (baseUrl: string, signal: AbortSignal): Promise<Troubled> => {
  const { sessionId, observerToken, agents } = await joinAll(baseUrl);
  const [lena, omar, priya, tomas, kit] = agents;
  if (!lena || !omar || !priya || !tomas || !kit) throw new Error('All five agents have joined.');
  const plan = { sessionId, title: 'Plan of the switch', content: '1. Consumer\n2. Retries\n3. Switch on Friday\n' };
  const note = await lena.client.createNote(plan);
  const filling = new Filling(sessionId, agents);
  await filling.until(120);
  const person = createClient({ baseUrl, token: observerToken });
  await person.postHumanMessage({
    sessionId,
    name: 'Grace',
    content: 'No switch before the refunds are migrated, please.',
  });
  await runJobs(baseUrl, sessionId, lena.client, omar.client);
  await filling.until(380);
  await beginTroubles(sessionId, note.id, { lena, priya, kit });
  const filled = new Filling(sessionId, [lena, omar, tomas, kit]);
  await filled.until(440);
  await tomas.client.postMessage({
    sessionId,
    msgType: 'handoff',
    content: '@priya the tests of the refunds are ready in `test/broker.test.ts`. Run them on the migrated table.',
  });
  await omar.client.submitJob({
    sessionId,
    type: 'docker.build',
    input: { tag: 'payments:next' },
    label: 'Image of the consumer',
    cost: 10,
  });
  await filled.until(entries);
  await keepAlive(sessionId, [lena, omar, tomas, kit], signal);
  return { sessionId, observerToken };
};
