import type { Endpoints, ServiceError, Visibility } from '@pairspace/protocol';
import { isMember } from '../access/caller.ts';
import { admit } from '../access/guard.ts';
import { createKeyOf } from '../access/origin.ts';
import { Answer } from '../http/dispatch/answer.ts';
import type { Bind } from '../http/dispatch/call.ts';
import type { ServiceLimits } from '../limits/service-limits.ts';
import { invariant } from '../lib/invariant.ts';
import { createSession } from './create-session.ts';
import { endAgentKey, findAgentKey, renewAgentKey } from './end-agent-key.ts';
import { endCreateKey } from './end-create-key.ts';
import { carryOutEnd } from './end-made.ts';
import { type ForkParts, forkSession } from './fork-session.ts';
import { getState, type StateParts } from './get-state.ts';
import { getSession } from './get-session.ts';
import { bindImport, type ImportRoutes } from './import/routes.ts';
import { joinSession } from './join-session.ts';
import { listObservers, presentYou } from './list-observers.ts';
import { listOwnSessions, type OwnSessionParts } from './list-own-sessions.ts';
import { listSessions } from './list-sessions.ts';
import { observeSession } from './observe-session.ts';
import { askedBy } from './open-session.ts';
import { recoverAgent } from './recover-agent.ts';
import { reinvite } from './reinvite.ts';
import { removeAgent, type RemovalParts } from './remove-agent.ts';
import { removeObserver } from './remove-observer.ts';
import { revokeToken } from './revoke-token.ts';
import { setVisibility } from './set-visibility.ts';
import { updateObserver } from './update-observer.ts';
import { updateSession } from './update-session.ts';

/** The operations of other slices that sessions use. */
export interface SessionParts extends Pick<ForkParts, 'copies'>, RemovalParts, OwnSessionParts {
  stateParts: StateParts;
}

interface SessionRoutes extends SessionParts, ImportRoutes {
  bind: Bind;
  endpoints: Endpoints;
  defaultVisibility: Visibility;
  serviceLimits: Pick<ServiceLimits, 'guardCode' | 'recoveries' | 'imports'>;
}

export const bindSessions = (routes: SessionRoutes): void => {
  bindImport(routes);
  bindWholeSessions(routes);
  bindMembers(routes);
  bindObservers(routes);
  bindKeys(routes);
  bindCreateKeys(routes);
};

/** Ending a create key is bound here, because it can also end what was made under the key in sessions. */
const bindCreateKeys = ({ bind, endpoints, storage, closing }: SessionRoutes): void => {
  bind(endpoints.revokeCreateKey, async ({ params: { keyId }, query, writeValue }) => {
    const everything = query.everything === 'true';
    const seatsOfOthers = await writeValue((tx) => endCreateKey(tx, keyId, everything));
    if (!everything) return { id: keyId, deleted: true as const };
    await carryOutEnd({ storage, closing }, createKeyOf(keyId));
    return { id: keyId, deleted: true as const, seatsOfOthers };
  });
};

const bindWholeSessions = ({
  bind,
  endpoints,
  read,
  defaultVisibility,
  inviteTtlMs,
  deletion,
  stateParts,
  copies,
  withdrawAsks,
}: SessionRoutes): void => {
  bind(endpoints.createSession, ({ caller, body, agentKey, makers, write }) => {
    const asked = askedBy(caller, body);
    // The transaction may run concurrently: the session is new, and the counters of agents change by single statements.
    // A webhook of a token waits for the end of that token.
    const options = isMember(caller) ? { session: caller.sessionId } : { concurrent: true };
    return write((tx) => createSession(tx, asked, { defaultVisibility, inviteTtlMs, agentKey, makers }), options);
  });
  bind(endpoints.listSessions, async ({ caller, query, neededCreateKey }) => {
    if (query.scope === 'all') admit('operator', caller, undefined);
    return listSessions(read, query, query.scope === 'key' ? await neededCreateKey() : undefined);
  });
  bind(endpoints.getSession, ({ params, caller }) => getSession(read, caller, params.sessionId));
  bind(endpoints.updateSession, ({ params, caller, body, write }) =>
    write((tx) => updateSession(tx, caller, params.sessionId, body, { withdrawAsks })),
  );
  bind(endpoints.deleteSession, ({ params, write }) => write((tx) => deletion.delete(tx, params.sessionId)));
  bind(endpoints.setVisibility, ({ params, caller, body, write }) =>
    write((tx) => setVisibility(tx, caller, params.sessionId, body.visibility)),
  );
  bind(endpoints.forkSession, ({ caller, body, agentKey, makers, write }) =>
    write((tx) => forkSession(tx, caller, body, { inviteTtlMs, agentKey, makers, copies })),
  );
  bind(endpoints.getState, ({ session, query }) => {
    invariant(session, 'a session in the path was found');
    return getState(read, stateParts, session, query.seq);
  });
};

/** The agents of a session and their tokens. */
const bindMembers = (routes: SessionRoutes): void => {
  const { bind, endpoints, inviteTtlMs, serviceLimits } = routes;
  const { guardCode, recoveries } = serviceLimits;
  bind(endpoints.reinvite, ({ caller, write }) => write((tx) => reinvite(tx, caller, inviteTtlMs)));
  bind(endpoints.whoami, async ({ caller }) => {
    const { sessionId, agentId, agentName, role, issuedToCreator } = caller;
    return Promise.resolve({ sessionId, agentId, agentName, role, issuedToCreator });
  });
  bind(endpoints.joinSession, ({ params, body, clientAddress, write, ...joiner }) =>
    write((tx) =>
      guardCode(
        { sessionId: params.sessionId, address: clientAddress },
        async () => {
          const joined = await joinSession(tx, params.sessionId, body, joiner);
          return new Answer(joined, { status: joined.recoveryCode === undefined ? 200 : 201 });
        },
        isWrongCode,
      ),
    ),
  );
  bind(endpoints.recoverAgent, ({ params, caller, body, agentKey, clientAddress, write }) =>
    write((tx) =>
      guardCode(
        { sessionId: params.sessionId, address: clientAddress },
        () => recoverAgent(tx, params.sessionId, { ...body, caller, agentKey, recoveries }),
        isWrongCode,
      ),
    ),
  );
  bind(endpoints.revokeToken, ({ caller, write }) => write((tx) => revokeToken(tx, caller)));
  bind(endpoints.removeAgent, ({ params, caller, write }) =>
    write((tx) => removeAgent(tx, caller, params.agentId, routes)),
  );
};

/** Observers, and what they may do. */
const bindObservers = ({ bind, endpoints, read, limits, serviceLimits: { guardCode } }: SessionRoutes): void => {
  bind(endpoints.listObservers, async ({ params: { sessionId }, query, caller }) => ({
    ...(await listObservers(read, sessionId, query)),
    you: presentYou(caller),
  }));
  bind(endpoints.updateObserver, ({ params, caller, body, write }) =>
    write((tx) => updateObserver(tx, caller, params, body.rights)),
  );
  bind(endpoints.removeObserver, ({ params, caller, write }) => write((tx) => removeObserver(tx, caller, params)));
  bind(endpoints.observeSession, ({ params, caller, body, makers, clientAddress, write }) =>
    write((tx) => {
      const observe = () =>
        observeSession(tx, caller, params.sessionId, body, { maxWalkIns: limits.observers, makers });
      if (body.inviteCode === undefined) return observe();
      return guardCode({ sessionId: params.sessionId, address: clientAddress }, observe, isWrongCode);
    }),
  );
};

/** The sessions of an agent key, and the end and renewal of the key. */
const bindKeys = ({ bind, endpoints, read, storage, closing, findPosition }: SessionRoutes): void => {
  bind(endpoints.listMySessions, ({ caller, query }) => listOwnSessions(read, { findPosition }, caller, query));
  bind(endpoints.endAgentKey, async ({ caller, params: { agentId }, writeValue }) => {
    const key = await writeValue((tx) => endAgentKey(tx, caller, agentId));
    await carryOutEnd({ storage, closing }, key);
    return { id: agentId, deleted: true as const };
  });
  bind(endpoints.renewAgentKey, async ({ params: { agentId }, write }) => {
    const key = await findAgentKey(read, agentId);
    if (key) await carryOutEnd({ storage, closing }, key);
    return write((tx) => renewAgentKey(tx, agentId));
  });
};

const isWrongCode = (error: ServiceError): boolean =>
  error.code === 'FORBIDDEN' && error.details?.['reason'] === undefined;
