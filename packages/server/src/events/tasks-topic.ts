/** The topic that is notified when there may be a task to claim, and when there will be none any more. */
export const tasksTopic = (sessionId: string): string => `tasks-${sessionId}`;
