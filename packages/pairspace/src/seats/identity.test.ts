import { describe, expect, test } from 'vitest';
import { ancestorsOf } from './ancestors.ts';
import { identityOf } from './identity.ts';

const none = () => [];

describe('who runs the command', () => {
  test('is a shell where no agent program is known', () => {
    expect(identityOf({}, none)).toEqual({ program: 'shell', key: 'shell' });
  });

  test('[DOOR-6] is the session of the agent program around it', () => {
    expect(identityOf({ CLAUDE_CODE_SESSION_ID: 'a1' }, none)).toEqual({
      program: 'claude-code',
      key: 'claude-code:a1',
    });
    expect(identityOf({ CODEX_THREAD_ID: 't1' }, none)).toEqual({ program: 'codex', key: 'codex:t1' });
    expect(identityOf({ CODEX_THREAD_ID: 't1', PAIRSPACE_IDENTITY: 'x' }, none).key).toBe('custom:x');
  });

  test('[DOOR-6] is the nearest program where one was started by another', () => {
    const env = { CLAUDE_CODE_SESSION_ID: 'a1', CODEX_THREAD_ID: 't1' };
    const above =
      (...commands: string[]) =>
      () =>
        commands.map((command, pid) => ({ pid, command }));
    expect(identityOf(env, above('bash -c x', '/usr/bin/codex exec', 'node /opt/claude')).key).toBe('codex:t1');
    expect(identityOf(env, above('bash -c x', 'node /opt/bin/claude', 'codex')).key).toBe('claude-code:a1');
  });

  test('can be told from the processes above', () => {
    const [parent, ...further] = ancestorsOf(process.pid);
    expect(parent?.command).toContain('node');
    expect(further.length).toBeGreaterThan(0);
  });
});
