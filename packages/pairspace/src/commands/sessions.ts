import { checkedSession, createClient, invitedSession, ServiceError } from '@pairspace/client';
import { inQuotes, type Session, someone } from '@pairspace/protocol';
import { choice, command, plain } from '../command.ts';
import { CommandError, UsageError } from '../errors.ts';
import { heldSeat } from '../seats/choose-seat.ts';
import { line, peerLine, rowsOf, tellJson } from '../terminal/text.ts';
import { clientOfRun, keepNewSeat, keepSeat, seatStoreIn, shownSeat, wantedAgentId } from '../work/open-seat.ts';
import { chosenService, identityIn, openSeat, openSeatOrWatch, serviceOf } from '../work/open-seat.ts';
import { invitationWord, linkOf, parseInvitation, viewerOf } from '../work/parse-invitation.ts';

const linesOf = (found: Session, service: string | undefined): string[] => [
  line`${found.id} ${inQuotes(found.name)}: ${found.status}, ${found.visibility}, ${found.mode}, ${found.agents.length} of ${found.maxAgents} seats taken, at #${found.lastSeq}`,
  ...found.agents.map(({ agentId, agentName, role }) => `  ${line`${role}`.padEnd(8)} ${someone(agentId, agentName)}`),
  ...(found.inviteCode === undefined || service === undefined
    ? []
    : [line`  link     ${linkOf(service, found.inviteCode)} (until ${found.inviteExpiresAt ?? 'it is used'})`]),
];

export const sessions = {
  create: command({
    summary: 'open a session and print the link that others join with',
    words: '[name]',
    options: {
      name: { value: 'name', help: 'how you are called' },
      private: { help: 'only who has a token may read it' },
      mode: {
        value: 'mode',
        oneOf: ['async', 'realtime'],
        help: 'async (default), or realtime, which is watched for stalls',
      },
      seats: { value: 'n', whole: [2, 16], help: 'how many agents it has room for, 2 or more; default 2' },
    },
    about: [
      'The credentials are kept on this machine; they are never printed.',
      'A closed service wants a key, which PAIRSPACE_CREATE_KEY holds.',
    ],
    examples: ['pairspace create "Release 1.2" --as ada', 'pairspace create --private --seats 3'],
    async run(run) {
      const { given, terminal, signal } = run;
      const service = serviceOf(run);
      const agentId = wantedAgentId(run, service);
      const visibility = given.private ? 'private' : undefined;
      const { session, ...issued } = await clientOfRun(run, { baseUrl: service }).createSession(
        { agentId, name: run.words[0], agentName: given.name, visibility, mode: given.mode, maxAgents: given.seats },
        { signal },
      );
      const seat = await keepNewSeat(run, { service, session, agentId, ...issued });
      const { inviteCode, inviteExpiresAt } = session;
      const [link, viewer] = [linkOf(service, inviteCode ?? ''), viewerOf(seat)];
      if (given.json) return tellJson(terminal, { seat: shownSeat(seat), link, viewer, inviteCode, inviteExpiresAt });
      terminal.print(line`Opened ${session.id} as ${agentId}.`);
      terminal.print(line`Others join with: ${link}`);
      terminal.print(line`Watch it in a browser: ${viewer}`);
      terminal.note(`  → pairspace send - --as ${agentId} <<'EOF'; pairspace watch`);
      if (session.visibility === 'private') terminal.note('  → only who has a token sees it: pairspace link --watch');
    },
  }),
  join: plain({
    summary: 'take a seat in a session',
    words: '<link, code or ->',
    options: { name: { value: 'name', help: 'how you are called' } },
    about: [
      'The credentials are kept on this machine; they are never printed.',
      'A session that is known at another service is refused, unless --service names the new one.',
      'Other users of the machine see the words of a command while it runs: with - the link is read from standard input.',
      'A protected agentId wants its key, which PAIRSPACE_AGENT_KEY holds.',
    ],
    examples: ['pairspace join https://pair.example/j/K7QF-2M9X-4TRD', 'pairspace join K7QF-2M9X-4TRD --as bob'],
    async call(run) {
      const { given, signal } = run;
      const { service, inviteCode } = parseInvitation(await invitationWord(run), serviceOf(run));
      const client = clientOfRun(run, { baseUrl: service });
      const { sessionId, refusal } = await invitedSession(client, inviteCode, { signal });
      await seatStoreIn(run).assertNotElsewhere({ service, sessionId }, chosenService(run));
      const asked = given.as ?? run.env['PAIRSPACE_AGENT'];
      const held = heldSeat(await seatStoreIn(run).list(), identityIn(run), { service, sessionId, agentId: asked });
      if (refusal && !held) throw refusal;
      const agentId = held?.agentId ?? wantedAgentId(run, service);
      const wanted = { sessionId, inviteCode, agentId, agentName: given.name };
      const joining = (held ? client.withToken(held.token) : client).joinSession(wanted, { signal });
      const { session, ...issued } = await joining.catch((error: unknown) => {
        // The token of a seat that was removed is not known any more.
        if (held && error instanceof ServiceError && error.code === 'UNAUTHORIZED')
          return client.joinSession(wanted, { signal });
        throw error;
      });
      checkedSession(session, sessionId);
      return { seat: shownSeat(await keepSeat(run, { service, session, agentId, ...issued })), session };
    },
    show({ seat: { service, agentId }, session }) {
      const others = session.agents.filter((agent) => agent.agentId !== agentId).map((agent) => agent.agentId);
      const joined = line`Joined ${session.id} ${inQuotes(session.name)} at ${service} as ${agentId}`;
      return `${joined}, with ${others.join(', ')}.`;
    },
    hint: () => "  → pairspace read; pairspace send - <<'EOF'",
  }),
  link: plain({
    summary: 'print the link that agents join with, or one with which a person watches',
    options: {
      watch: { help: 'a link to the session in a browser, for a new observer, who sees all and may edit notes' },
      oversee: { help: 'the same for whoever oversees it: may also write messages, reinvite, hide and delete it' },
      name: { value: 'name', help: 'with --watch: how the person is called' },
    },
    about: ['Whoever has a watch link may do what it says: give it to that person alone.'],
    examples: ['pairspace link', 'pairspace link --watch --name Grace'],
    async call(run) {
      const { watch, oversee, name } = run.given;
      if (watch && oversee) throw new UsageError('Give one of --watch and --oversee.');
      if (name !== undefined && !watch) throw new UsageError('--name belongs to --watch.');
      const { seat, call } = await openSeat(run, 'agent');
      if (watch) return { link: viewerOf(seat, (await call('observeSession', { name })).observerToken) };
      if (!oversee) return { link: linkOf(seat.service, (await call('getSession', {})).inviteCode ?? '') };
      const observerToken = await seatStoreIn(run).findOverseer(seat);
      if (observerToken !== undefined) return { link: viewerOf(seat, observerToken) };
      const why = 'Whoever opened the session alone has the token to oversee it.';
      throw new CommandError('refused', why, 'pairspace link --watch');
    },
    show: ({ link }) => peerLine(link),
  }),
  session: command({
    summary: 'show the session, or change its status, name, seats or invite code',
    options: {
      status: choice('status', ['active', 'paused', 'completed']),
      name: { value: 'name', help: 'a new name' },
      seats: { value: 'n', whole: [2, 16], help: 'how many agents it has room for, 2 or more; for its creator' },
      reinvite: { help: 'make a new invite code; the old one stops working' },
    },
    examples: ['pairspace session', 'pairspace session --status completed', 'pairspace session --seats 3'],
    async run(run) {
      const { given, terminal } = run;
      const { status, name, seats: maxAgents, reinvite } = given;
      const changes = status !== undefined || name !== undefined || maxAgents !== undefined;
      const { call, seat } = changes || reinvite ? await openSeat(run) : await openSeatOrWatch(run);
      if (reinvite) await call('reinvite', {});
      const found = changes ? await call('updateSession', { status, name, maxAgents }) : await call('getSession', {});
      if (given.json) return tellJson(terminal, found);
      for (const one of linesOf(found, seat?.service)) terminal.print(one);
    },
  }),
  sessions: plain({
    summary: 'list the public sessions of the service, the newest first',
    options: {
      search: { value: 'text', help: 'those whose name contains this' },
      status: choice('status', ['waiting', 'active', 'paused', 'completed'], ' ones alone'),
      limit: { value: 'n', whole: [1, 200], help: 'how many at most, 1 to 200; default 20', short: 'n' },
    },
    about: ['Private sessions are in no list; pairspace seats names those in which you have a seat.'],
    call(run) {
      const { search: q, status, limit = 20 } = run.given;
      return createClient({ baseUrl: serviceOf(run) }).listSessions({ q, status, limit }, { signal: run.signal });
    },
    show: ({ items }) =>
      rowsOf(items, ({ id, status, agents, maxAgents, lastActivityAt, name }) => [
        ...[id, status, `${String(agents.length)} of ${String(maxAgents)} seats`, lastActivityAt],
        inQuotes(name, 200),
      ]),
    hint({ items, nextCursor }) {
      if (items.length === 0) return 'There are none. Open one: pairspace create <name>';
      return nextCursor === null ? undefined : '  → there are more: --limit, --search';
    },
  }),
  fork: plain({
    words: '[name]',
    options: { private: { help: 'only who has a token may read it' } },
    about: ['You are its creator. The seat in the old session stays.'],
    async call(run) {
      const { sessionId, seat } = await openSeat(run, 'agent');
      const { service, agentId, token } = seat;
      const visibility = run.given.private ? 'private' : undefined;
      const { session, notesCopied, ...issued } = await clientOfRun(run, { baseUrl: service, token }).forkSession(
        { sessionId, name: run.words[0], agentId, visibility },
        { signal: run.signal },
      );
      const taken = await keepNewSeat(run, { service, session, agentId, ...issued });
      return { seat: shownSeat(taken), link: linkOf(service, session.inviteCode ?? ''), notesCopied };
    },
    show: ({ seat, link, notesCopied }) => [
      line`Opened ${seat.sessionId} with ${notesCopied} notes.`,
      line`Others join with: ${link}`,
    ],
  }),
};
