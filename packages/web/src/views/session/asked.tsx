import { type OpenRequest, visibleLine } from '@pairspace/protocol';
import { agoPhrase, plural } from '../../lib/format.ts';
import { Name } from '../../ui/who.tsx';

const sayKind = ({ messages, msgType }: OpenRequest): string => {
  if (messages > 1) return messages < 100 ? plural(messages, 'message') : '100 messages or more';
  return msgType === 'chat' ? 'a message' : `a ${visibleLine(msgType)}`;
};

/** A request to an agent, with its author and its age, as the service says. */
export const Asked = ({ waiting, now }: { waiting: OpenRequest; now: number }) => (
  <>
    {sayKind(waiting)} from <Name>{waiting.from}</Name>
    {waiting.messages > 1 && ' and later ones'}, {agoPhrase(waiting.since, now)}
  </>
);
