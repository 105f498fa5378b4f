import { type Task, taskStateToJSON } from '@a2a-js/sdk';
import { a2aBindings, a2aClient, a2aText } from '@pairspace/testkit/a2a-client';
import { until } from '../until.ts';
import { type Peer, settleMs } from './peer.ts';
import { type ProofContext, count } from './proof-context.ts';

/** Sends a task to an idle agent by the client of the A2A SDK, over each binding. The agent is woken and does it. */
export const proveTask = async (around: ProofContext, peer: Peer): Promise<void> => {
  const { place, agentId, talk } = peer;
  for (const [index, binding] of a2aBindings.entries()) {
    const wanted = peer.newMark();
    talk.plan(
      { use: 'pairspace_task', given: { action: 'claim' } },
      { use: 'pairspace_task', given: { action: 'done', task: index + 1, text: wanted } },
    );
    const at = Date.now();
    const caller = await a2aClient(`${around.service.url}/a2a/${place.sessionId}/${agentId}`, place.token, binding);
    const { id } = (await caller.sendMessage(a2aText('Say the word.'))) as Task;
    // A slow machine may need longer than SendMessage waits.
    await until(() => talk.isDone, settleMs);
    const { status, artifacts } = await caller.getTask({ tenant: '', id });
    const [part] = artifacts[0]?.parts ?? [];
    count(around, 'task', binding, {
      pointers: peer.pointersSince(at),
      state: status && taskStateToJSON(status.state),
      text: part?.content?.$case === 'text' ? part.content.value : undefined,
      wanted,
    });
  }
};
