import type { Endpoints } from '@pairspace/protocol';
import { getSessionHead } from '../access/session-head.ts';
import { Representation } from '../http/dispatch/answer.ts';
import type { Bind } from '../http/dispatch/call.ts';
import type { Queries } from '../storage/storage.ts';
import { readBrief } from './read-brief.ts';

interface BriefRoutes {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  now: () => number;
}

export const bindBrief = ({ bind, endpoints, read, now }: BriefRoutes): void => {
  bind(endpoints.getBrief, async ({ params: { sessionId }, query, caller, prefers }) => {
    const { lastSeq } = await getSessionHead(read, sessionId);
    const agentId = caller.kind === 'agent' && caller.sessionId === sessionId ? caller.agentId : undefined;
    const brief = await readBrief(read, { ...query, since: query.since, sessionId, lastSeq, agentId, now: now() });
    return prefers('text/markdown') ? new Representation('text/markdown; charset=utf-8', brief.text) : brief;
  });
};
