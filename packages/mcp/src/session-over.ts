/** Tells whoever waits that nothing more comes, and what to do in place of another wait (MCP-3). */
export const sessionOver = 'The session is completed: do not wait again. pairspace_session status active reopens it.';
