import { expect, test } from 'vitest';
import { createLog } from './create-log.ts';

const written = async (isTerminal: boolean): Promise<string> => {
  let text = '';
  const destination = { write: (piece: string) => void (text += piece) };
  const log = await createLog({ level: 'info', isTerminal, destination });
  log.info({ status: 200, agentToken: undefined, body: { agentToken: 'agt_secret' } }, 'request');
  log.debug('not shown');
  return text;
};

test('[OPS-21] away from a terminal a line is JSON with the name of its level', async () => {
  const line = JSON.parse(await written(false)) as Record<string, unknown>;
  expect(line).toMatchObject({ level: 'info', msg: 'request', status: 200 });
  expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/);
});

test('[OPS-21] on a terminal a line is text for a person', async () => {
  const line = await written(true);
  expect(line).toContain('INFO');
  expect(line).toContain('request');
  expect(line).not.toMatch(/^\{/);
  expect(line.trimEnd().split('\n')).toHaveLength(1);
});

test('[ACC-4] neither shows a token', async () => {
  expect((await written(true)) + (await written(false))).not.toContain('agt_secret');
});
