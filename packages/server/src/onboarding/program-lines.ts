/** How an agent program is told of the MCP server: a command to paste. */
interface ProgramLine {
  program: string;
  line: string;
}

/** One line for each agent program that can add an MCP server on standard input and output by a command. */
export const addServerLines: readonly ProgramLine[] = [
  { program: 'Claude Code', line: 'claude mcp add pairspace -- npx pairspace mcp' },
  { program: 'Codex', line: 'codex mcp add pairspace -- npx pairspace mcp' },
];
