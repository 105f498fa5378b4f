import { createClient } from '@pairspace/client';
import type { Ask } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { jsonOf, startTwoAgents } from '../testing/two-agents.ts';

const start = async () => {
  const two = await startTwoAgents({ adminToken: 'the-operator' });
  const operator = createClient({ baseUrl: two.app.url, token: 'the-operator' });
  const open = async (): Promise<Ask[]> => (await operator.listAsks({ sessionId: two.id, status: 'open' })).items;
  /** Answers the ask that a command waits for, as soon as it is there. */
  const answerNext = async (given: { optionId?: string; text?: string }): Promise<void> => {
    await expect.poll(async () => (await open()).length).toBe(1);
    const [ask] = await open();
    if (!ask) throw new Error('no ask is open');
    await operator.answerAsk({ sessionId: ask.sessionId, askId: ask.id, ...given });
  };
  return Object.assign(two, { open, answerNext, operator });
};

test('[ASK-14] ask --wait ends with 0 when approved, 5 when not, and 8 when no answer came', async () => {
  await using two = await start();
  const { pairspace, answerNext, open } = two;
  const approved = pairspace('ask "May I push?" "Three commits" --wait');
  await answerNext({ optionId: 'approve' });
  const first = await approved;
  expect([first.code, first.out]).toEqual([
    0,
    expect.stringMatching(/^approval ask_\w+ "May I push\?", approved with "Approve" by /),
  ]);
  expect(first.out).toContain('\ndetails:\n  | Three commits\n');
  const denied = pairspace('ask "May I delete?" --approve "Yes, all" --option "No" --option "Not yet" --wait --json');
  await answerNext({ optionId: 'Not yet' });
  const second = await denied;
  expect([second.code, jsonOf<Ask>(second).answer?.optionId]).toEqual([5, 'Not yet']);
  const withdrawn = pairspace('ask "May I wait?" --wait');
  await expect.poll(async () => (await open()).length).toBe(1);
  const id = (await open())[0]?.id ?? '';
  expect((await pairspace(`asks ${id} --withdraw`)).out).toContain('withdrawn, not approved');
  expect((await withdrawn).code).toBe(8);
  const answered = pairspace('ask "Which name?" --question --text --wait');
  await answerNext({ text: 'Dates' });
  const last = await answered;
  expect([last.code, last.out]).toEqual([0, expect.stringContaining('\nanswer:\n  | Dates\n')]);
});

test('[ASK-14] asks are listed and shown, and a person with the right answers one', async () => {
  await using two = await start();
  const { pairspace, operator, id: sessionId } = two;
  expect((await pairspace('asks')).err).toContain('Ask a person: pairspace ask <title>');
  const { id, expiresAt, createdAt } = jsonOf<Ask>(await pairspace('ask "May I push?" --vouched --expires 5 --json'));
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(300_000);
  expect((await pairspace('asks')).out).toMatch(new RegExp(`^approval ${id} "May I push\\?", open until \\S+\\n$`));
  const shown = await pairspace(`asks ${id} --wait 0`);
  expect([shown.code, shown.out]).toEqual([
    8,
    expect.stringContaining('\nanswers: "approve" "Approve" (approves), "deny" "Deny"\n'),
  ]);
  const foreign = await pairspace(`asks ${id} --withdraw`, { as: 'bob' });
  expect(foreign.code).toBe(3);
  expect((await pairspace(`answer ${id} approve`)).code).toBe(3);
  const observed = jsonOf<{ seat: { agentId: string } }>(await pairspace(`observe ${sessionId} --name Rita --json`));
  const { agentId: observerId } = observed.seat;
  const asRita = { as: observerId };
  expect((await pairspace(`answer ${id} approve`, asRita)).code).toBe(3);
  await operator.updateObserver({ sessionId, observerId, rights: ['answer'] });
  expect((await pairspace(`answer ${id} other`, asRita)).code).toBe(2);
  const ended = await pairspace(`answer ${id} deny`, asRita);
  expect([ended.code, ended.out]).toEqual([
    0,
    `approval ${id} "May I push?", not approved with "Deny" by ${observerId} "Rita", vouched for\n`,
  ]);
  const late = await pairspace(`answer ${id} approve`, asRita);
  expect([late.code, late.err]).toEqual([5, expect.stringContaining('See how it ended: pairspace asks <ask>')]);
  expect((await pairspace('ask "x" --question --approve "y"')).code).toBe(2);
  expect((await pairspace('asks --wait 3')).code).toBe(2);
});
