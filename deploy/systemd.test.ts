import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const unit = await readFile(join(root, 'deploy/systemd/pairspace.service'), 'utf8');

/** Runs a program on a Node that reports an older version. */
const onOldNode = (program: string, ...args: string[]) => {
  const older = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '22.12.0' })`;
  const node = ['--conditions=pairspace-source', '--import', older, join(root, program), ...args];
  return spawnSync(process.execPath, node, { encoding: 'utf8' });
};

test.each([['packages/server/src/main.js'], ['packages/cli/src/main.ts', 'serve']])(
  '[NET-32] %s on an older Node ends with what systemd does not try again',
  (program, ...args) => {
    const { status, stderr } = onOldNode(program, ...args);
    expect(stderr).toMatch(/^pairspace needs Node 24 or newer; this is Node 22\.12\.0\.\n$/i);
    const [, codes = ''] = /^RestartPreventExitStatus=(.*)$/m.exec(unit) ?? [];
    expect(codes.split(' ')).toContain(String(status));
  },
);
