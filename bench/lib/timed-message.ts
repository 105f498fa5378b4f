import type { Message } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import type { OpenSession } from '@pairspace/testkit/service';

/** Posts a message that contains its time of sending, by the clock that all processes of a machine share. */
export const postTimed = ({ url, token }: OpenSession, characters = 300): Promise<Message> => {
  const at = `at=${(Number(process.hrtime.bigint()) / 1e6).toFixed(6)} `;
  return call<Message>(`${url}/messages`, { token, body: { content: at.padEnd(characters, 'm') } });
};
