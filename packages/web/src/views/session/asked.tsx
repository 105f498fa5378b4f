import type { SessionState } from '@pairspace/client';
import { type OpenRequest, visibleLine } from '@pairspace/protocol';
import { agoPhrase, plural } from '../../lib/format.ts';
import { nameOfAsker } from '../../lib/person-name.ts';
import { Name } from '../../ui/who.tsx';

const sayKind = ({ messages, msgType }: OpenRequest): string => {
  if (messages > 1) return messages < 100 ? plural(messages, 'message') : '100 messages or more';
  return msgType === 'chat' ? 'a message' : `a ${visibleLine(msgType)}`;
};

/** A request to an agent, with its author and its age, as the service says. */
export const Asked = ({ waiting, seats, now }: { waiting: OpenRequest; seats: SessionState['seats']; now: number }) => (
  <>
    {sayKind(waiting)} from <Name>{nameOfAsker(waiting, seats)}</Name>
    {waiting.messages > 1 && ' and later ones'}, {agoPhrase(waiting.since, now)}
  </>
);
