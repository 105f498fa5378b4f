import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { SessionId } from './ids.ts';
import { stateParts } from './session-parts.ts';
import { Seat, Session } from './sessions.ts';
import { pastSeq } from './text.ts';

export const SessionState = z
  .object({
    sessionId: SessionId,
    seq: z
      .int()
      .positive()
      .meta({ description: 'The event after which it was so', examples: [12] }),
    session: Session.meta({ description: 'The session as it was' }),
    agents: z.array(Seat).meta({ description: 'Who had a seat' }),
    ...stateParts,
  })
  .meta({ id: 'SessionState', description: 'A session as it was after one event' });
export type SessionState = z.output<typeof SessionState>;

export const stateEndpoints = () => ({
  getState: endpoint({
    method: 'GET',
    path: '/api/sessions/:sessionId/state',
    access: 'reader',
    summary: 'Read the state of a session',
    description: 'Returns the session as it was after an event of its log, the newest one when `seq` is left out.',
    query: z.object({ seq: pastSeq().optional() }),
    result: SessionState,
    status: [200],
  }),
});
