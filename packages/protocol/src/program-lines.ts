/** How an agent program is told of the MCP server: a command to paste. */
interface ProgramLine {
  program: string;
  line: string;
}

/** One line for each agent program that can add an MCP server over HTTP by a command. */
export const addServerLines = (address: string): readonly [ProgramLine, ...ProgramLine[]] => [
  { program: 'Claude Code', line: `claude mcp add --transport http pairspace ${address}/mcp` },
  { program: 'Codex', line: `codex mcp add pairspace --url ${address}/mcp` },
  { program: 'Gemini CLI', line: `gemini mcp add --transport http pairspace ${address}/mcp` },
  {
    program: 'VS Code',
    line: `code --add-mcp '{"name":"pairspace","type":"http","url":"${address}/mcp"}'`,
  },
];

/** For a program that starts its servers itself. */
export const stdioCommand = 'pairspace mcp';
