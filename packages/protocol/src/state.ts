import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { File } from './files.ts';
import { SessionId } from './ids.ts';
import { NoteSummary } from './notes.ts';
import { Seat, Session } from './sessions.ts';
import { pastSeq } from './text.ts';

const count = z.int().nonnegative();

export const SessionState = z
  .object({
    sessionId: SessionId,
    seq: z
      .int()
      .positive()
      .meta({ description: 'The event after which it was so', examples: [12] }),
    session: Session.meta({ description: 'The session as it was' }),
    agents: z.array(Seat).meta({ description: 'The agents with a seat at that time' }),
    notes: z.array(NoteSummary).meta({ description: 'The notes as they were, without content' }),
    files: z.array(File).meta({ description: 'The files as they were, without content' }),
    jobs: z
      .object({
        pending: count.meta({ description: 'Jobs that waited', examples: [0] }),
        running: count.meta({ description: 'Jobs that ran', examples: [1] }),
        ended: count.meta({ description: 'Jobs that had ended', examples: [4] }),
      })
      .meta({ description: 'How many jobs there were' }),
    messageCount: count.meta({ description: 'How many messages had been posted', examples: [7] }),
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
    largeAnswer: 'texts',
    result: SessionState,
    status: [200],
  }),
});
