// Topics that the bus notifies, besides session ids. NATS uses each topic as a part of a subject.

/** The topic that is notified when there may be a task to claim, and when there will be none any more. */
export const tasksTopic = (sessionId: string): string => `tasks-${sessionId}`;

/** The topic that is notified when something new concerns an agent. */
export const inboxTopic = (sessionId: string, agentId: string): string =>
  `inbox-${sessionId}-${Buffer.from(agentId).toString('base64url')}`;

/** The topic that is notified when something new concerns the seats of an agent key. */
export const agentTopic = (agentId: string): string => `agent-${Buffer.from(agentId).toString('base64url')}`;

/** The topic that is notified when there is something new to deliver. */
export const deliveriesTopic = 'deliveries';
