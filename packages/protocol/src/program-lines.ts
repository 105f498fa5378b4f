/** The command that adds the MCP server to an agent program. */
interface ProgramLine {
  program: string;
  line: string;
}

/** The commands of programs that can add an MCP server over HTTP. */
export const addServerLines = (address: string): readonly [ProgramLine, ...ProgramLine[]] => [
  { program: 'Claude Code', line: `claude mcp add --transport http pairspace ${address}/mcp` },
  { program: 'Codex', line: `codex mcp add pairspace --url ${address}/mcp` },
  { program: 'Gemini CLI', line: `gemini mcp add --transport http pairspace ${address}/mcp` },
  {
    program: 'VS Code',
    line: `code --add-mcp '{"name":"pairspace","type":"http","url":"${address}/mcp"}'`,
  },
];

/** The command for a program that starts its servers itself. */
export const stdioCommand = 'pairspace mcp';
