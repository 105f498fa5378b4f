/** The advice for a waiting agent in a completed session (MCP-3). */
export const sessionOver = 'The session is completed: do not wait again. pairspace_session status active reopens it.';
