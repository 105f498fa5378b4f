/** Agent programs by the names that begin the `via` of their adapters. */
const titles: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  opencode: 'OpenCode',
  copilot: 'Copilot CLI',
  gemini: 'Gemini CLI',
  cursor: 'Cursor',
  antigravity: 'Antigravity CLI',
};

/**
 * The words of the receipt `offered` (INB-13): a program of the agent has taken the message, and nothing proves that its
 * model saw it. `via` is that of the receipt, where it is known.
 */
export const handedOver = (who: string, via?: string | null): string => {
  const program = via?.split(' ')[0] ?? '';
  const to = Object.hasOwn(titles, program) ? titles[program] : undefined;
  return `handed to ${to ?? `the program of ${who}`}, not read yet`;
};
