import { expect, test } from 'vitest';
import { describePermission, NotShowable } from './relay-permission.ts';

const claude = {
  session_id: 's1',
  transcript_path: '/t.jsonl',
  cwd: '/home/ada/work',
  permission_mode: 'default',
  hook_event_name: 'PermissionRequest',
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf build\nls', description: 'Remove the build', timeout: 1000, run_in_background: false },
  permission_suggestions: [{ type: 'addRules', rules: [{ toolName: 'Bash' }], behavior: 'allow' }],
};

const shown = (input: object): string => describePermission('claude-code', { ...claude, ...input }).details;

test('[ASK-20] the tool, its folder and its whole input are shown, and nothing that it does not get', () => {
  expect(describePermission('claude-code', claude)).toEqual({
    title: 'May I use Bash?',
    details: [
      'claude-code asks before it makes this call. An approval lets this one call run, and nothing else.',
      '',
      '```text',
      'tool: Bash',
      'folder: /home/ada/work',
      'input:',
      '  command:',
      '    | rm -rf build',
      '    | ls',
      '  description:',
      '    | Remove the build',
      '  timeout: 1000',
      '  run_in_background: false',
      '```',
    ].join('\n'),
  });
});

test('[ASK-20] lists, objects, and what is empty are shown', () => {
  const tool_input = { edits: [{ path: 'a', old: '', none: null }], all: {}, list: [], 'a key': 1.5, changes: 'x' };
  expect(shown({ tool_name: 'mcp__files__edit', tool_input })).toContain(
    '  edits:\n    0:\n      path:\n        | a\n      old:\n        | \n      none: null\n  all: {}\n  list: []\n  "a key": 1.5\n',
  );
  expect(shown({ tool_input: 'a word' })).toContain('input:\n  | a word\n');
});

test('[ASK-20] no text leaves its place, poses as another, or hides a part of itself', () => {
  const command = 'echo ok\n```\n````\n**done**\n  timeout: 1\n\u202egnp\u200b\u00a0rm\r\n\tx\u{e0041}';
  const details = shown({ tool_input: { command } });
  expect(details.split('\n')[2]).toBe('`````text');
  expect(details.endsWith('\n`````')).toBe(true);
  expect(details).toContain('    | ```\n    | ````\n    | **done**\n    |   timeout: 1\n');
  expect(details).toContain('    | \\u{202e}gnp\\u{200b}\\u{a0}rm\\u{d}\n    | \tx\\u{e0041}\n');
  expect(shown({ tool_input: { 'x":\n\u200b': 1 } })).toContain('  "x\\":\\n\\u{200b}": 1\n');
});

test.each([
  ['no tool', { tool_name: undefined }],
  ['a tool without a name', { tool_name: '' }],
  ['a tool that hides a part of its name', { tool_name: 'Ba\u200bsh' }],
  ['a tool of two lines', { tool_name: 'Bash\nRead' }],
  ['a tool with a long name', { tool_name: 'x'.repeat(101) }],
  ['no input', { tool_input: undefined }],
  ['null for an input', { tool_input: null }],
  ['a number that was rounded', { tool_input: JSON.parse('{"amount":9007199254740993}') as object }],
  ['a number without end', { tool_input: JSON.parse('{"amount":1e999}') as object }],
  ['more than an ask holds', { tool_input: { content: 'x'.repeat(16_000) + 'ü'.repeat(300) } }],
] as const)('[ASK-20] %s cannot be shown', (_name, input) => {
  expect(() => shown(input)).toThrow(NotShowable);
});

test('[ASK-20] what is as long as an ask holds is shown whole', () => {
  const rest = Buffer.byteLength(shown({ tool_input: { content: '' } }));
  const content = 'x'.repeat(16 * 1024 - rest);
  expect(shown({ tool_input: { content } })).toContain(`| ${content}\n`);
  expect(() => shown({ tool_input: { content: `${content}y` } })).toThrow(NotShowable);
});
