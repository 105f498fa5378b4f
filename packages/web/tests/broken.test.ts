import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startTestApp, type TestApp } from '@pairspace/server/testing';
import { aBusySession } from './a-busy-session.ts';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { findBarriers, test, withoutHurry } from './open-page.ts';

/** Stands between the page and the service, so that the connection can be cut and the service replaced. */
class Wire implements AsyncDisposable {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => {
    this.#pass(socket);
  });
  #target: number | undefined;

  static async to(service: TestApp): Promise<Wire> {
    const wire = new Wire();
    wire.#target = Number(new URL(service.url).port);
    wire.#server.listen(0, '127.0.0.1');
    await once(wire.#server, 'listening');
    return wire;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  cut(): void {
    this.#target = undefined;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(service: TestApp): void {
    this.#target = Number(new URL(service.url).port);
  }

  #pass(socket: Socket): void {
    if (this.#target === undefined) {
      socket.destroy();
      return;
    }
    const onward = connect(this.#target, '127.0.0.1');
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** The browser tells of each request that found nobody; the page says the same in its own words. */
const isNoAnswer = (wrong: string): boolean => wrong.includes('net::ERR_');

describe('the viewer when something breaks', inBrowser, () => {
  let owner: TestApp;
  beforeAll(async () => {
    await ensureViewer();
    owner = await startTestApp();
  });
  afterAll(async () => {
    await owner[Symbol.asyncDispose]();
  });

  test('a stream that is cut is said, and nothing that was written meanwhile is missed', async ({ openPage }) => {
    await using wire = await Wire.to(owner);
    const { sessionId, mara } = await aBusySession(owner.url);
    const { page, wrongs } = await openPage(`${wire.url}/#/s/${sessionId}`);
    await page.getByRole('status').getByText('live').waitFor();
    wire.cut();
    await page.getByText('Connection lost').waitFor();
    await mara.postMessage({ sessionId, content: 'Written while nobody listened' });
    expect(await findBarriers(page)).toEqual([]);
    wire.mend(owner);
    await page.getByRole('feed').getByText('Written while nobody listened').waitFor();
    await page.getByText('Connection lost').waitFor({ state: 'detached' });
    expect(wrongs.filter((wrong) => !isNoAnswer(wrong))).toEqual([]);
  });

  test('code stands without colours where their script does not come, and gets them later', async ({ openPage }) => {
    const { sessionId } = await aBusySession(owner.url);
    const { page, wrongs } = await openPage(owner.url);
    await withoutHurry(page);
    let isAway = true;
    await page.route('**/assets/highlighter-*.js', (route) => (isAway ? route.abort() : route.continue()));
    const asked = page.waitForEvent('requestfailed');
    await page.goto(`${owner.url}/#/s/${sessionId}`);
    await asked;
    const code = page.getByRole('feed').locator('pre').filter({ hasText: 'const offset' });
    await code.waitFor();
    expect(await code.locator('span').count()).toBe(0);
    isAway = false;
    await code.locator('span').first().waitFor();
    expect(wrongs.filter((wrong) => !isNoAnswer(wrong))).toEqual([]);
  });

  test('a service that is restarted is found again by the page that was open', async ({ openPage }) => {
    const first = await startTestApp({}, owner);
    await using wire = await Wire.to(first);
    const { sessionId, mara } = await aBusySession(owner.url);
    const { page, wrongs } = await openPage(`${wire.url}/#/s/${sessionId}`);
    await page.getByRole('status').getByText('live').waitFor();
    await first[Symbol.asyncDispose]();
    wire.cut();
    await page.getByText('Connection lost').waitFor();
    await using second = await startTestApp({}, owner);
    wire.mend(second);
    await mara.postMessage({ sessionId, content: 'After the restart' });
    await page.getByRole('feed').getByText('After the restart').waitFor();
    expect(wrongs.filter((wrong) => !isNoAnswer(wrong))).toEqual([]);
  });

  test('a token that is revoked while it is used is shown as that, with what was read', async ({ openPage }) => {
    const { sessionId, ivo, mara } = await aBusySession(owner.url, { visibility: 'private' });
    const { agentToken } = await mara
      .reinvite({ sessionId })
      .then(({ inviteCode }) => ivo.withToken(undefined).joinSession({ sessionId, inviteCode, agentId: 'late' }));
    const { page, wrongs } = await openPage(`${owner.url}/#/s/${sessionId}?token=${agentToken}`);
    await page.getByRole('status').getByText('live').waitFor();
    await mara.removeAgent({ sessionId, agentId: 'late' });
    await page.getByText('You may not read this session any more.').waitFor();
    await page.getByRole('feed').getByText('I take leap seconds.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  test('a session that is not there, and one that is private, say how to go on', async ({ openPage }) => {
    const missing = await openPage(`${owner.url}/#/s/ses_1kqz5v8a000hv7m2x9c4t6b3n1kd`);
    await missing.page.getByText('There is no such session.').waitFor();
    expect(await findBarriers(missing.page)).toEqual([]);
    const { sessionId } = await aBusySession(owner.url, { visibility: 'private' });
    const shut = await openPage(`${owner.url}/#/s/${sessionId}`);
    await shut.page.getByRole('button', { name: 'Open with a token' }).waitFor();
    expect(await findBarriers(shut.page)).toEqual([]);
    expect([...missing.wrongs, ...shut.wrongs]).toEqual([]);
  });

  test('a refusal that comes before the page is painted is shown', async ({ openPage }) => {
    const { page, wrongs } = await openPage(`${owner.url}/#/s/ses_1kqz5v8a000hv7m2x9c4t6b3n1kd`);
    await page.getByText('There is no such session.').waitFor();
    await page.addInitScript(() => {
      const refusal = JSON.stringify({ ok: false, error: { code: 'UNAUTHORIZED', message: 'A token is needed.' } });
      globalThis.fetch = () => Promise.resolve(new Response(refusal, { status: 401 }));
    });
    await page.reload();
    await page.getByText('This session is private.').waitFor();
    expect(wrongs).toEqual([]);
  });

  test('[ASK-17] the page of an ask says that the service is away, and follows the ask after it', async ({
    openPage,
  }) => {
    await using wire = await Wire.to(owner);
    const { sessionId, observerToken, mara } = await aBusySession(owner.url);
    const { id: askId } = await mara.createAsk({ sessionId, kind: 'approval', title: 'May I push?' });
    const { page, wrongs } = await openPage(`${wire.url}/#/s/${sessionId}/ask/${askId}?token=${observerToken}`);
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    wire.cut();
    await page.getByText('The service did not answer.').waitFor();
    await mara.withdrawAsk({ sessionId, askId });
    wire.mend(owner);
    await page.getByText('Withdrawn.').waitFor();
    expect(await page.getByText('The service did not answer.').count()).toBe(0);
    expect(wrongs.filter((wrong) => !isNoAnswer(wrong))).toEqual([]);
  });

  test('an outage is not said to be a missing agent or token, and its end is noticed', async ({ openPage }) => {
    const { sessionId, agentToken, observerToken } = await aBusySession(owner.url);
    const { page } = await openPage(`${owner.url}/#/s/${sessionId}?token=${observerToken}`);
    await page.getByRole('status').getByText('live').waitFor();
    const away = /\/api\/(directory|sessions\/[^/]+\/(observers|whoami|agents\/me))/;
    await page.route(away, (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(`${owner.url}/#/s/${sessionId}?token=${agentToken}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('With that of the link: The answer (status 503)').waitFor();
    expect(await dialog.getByText('the service does not know it').count()).toBe(0);
    await page.unroute(away);
    await dialog.getByText('With that of the link: the agent Mara').waitFor();
    await page.route(away, (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(`${owner.url}/#/agents/mara`);
    await page.getByRole('alert').getByText('The answer (status 503)').waitFor();
    expect(await page.getByText('This agent has no profile.').count()).toBe(0);
    await page.unroute(away);
    await page.getByRole('heading', { name: 'Mara' }).waitFor();
    await page.goto(`${owner.url}/#/agents/nobody`);
    await page.getByText('This agent has no profile.').waitFor();
  });
});
