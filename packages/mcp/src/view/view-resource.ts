/** The session as a live view, for programs that show such views inside a conversation (MCP Apps). */
export const viewUri = 'ui://pairspace/session';
export const viewType = 'text/html;profile=mcp-app';

/** The page of the view as one file; undefined where none was built. */
export type ViewPage = () => Promise<string | undefined>;
