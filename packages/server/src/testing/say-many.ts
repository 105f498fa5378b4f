import type { AgentCaller } from '../access/caller.ts';
import { postMessage } from '../messages/post-message.ts';
import { openBeside } from './open-beside.ts';
import type { TestApp } from './test-app.ts';

/** Posts messages of an agent in one transaction of another process, at a tenth of the cost of requests. */
export const sayMany = async (
  app: TestApp,
  sessionId: string,
  contents: readonly string[],
  agentId = 'ada',
): Promise<void> => {
  const author: AgentCaller = {
    kind: 'agent',
    sessionId,
    agentId,
    agentName: agentId,
    role: 'creator',
    issuedToCreator: true,
  };
  await using beside = await openBeside(app);
  await beside.write(
    async (tx) => {
      for (const content of contents) await postMessage(tx, author, { content });
    },
    { session: sessionId },
  );
};
