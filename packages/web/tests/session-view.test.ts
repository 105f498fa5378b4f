import { createClient } from '@pairspace/client';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startTestApp, type TestApp } from '@pairspace/server/testing';
import { aBusySession } from './a-busy-session.ts';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { test } from './open-page.ts';

interface RpcAnswer {
  result?: Record<string, unknown>;
  error?: unknown;
}

/** Sends a message to `/mcp` like a program. */
const rpc = async (baseUrl: string, method: string, params: object): Promise<RpcAnswer> => {
  const response = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await response.text();
  return JSON.parse(
    text.startsWith('{') ? text : text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1),
  ) as RpcAnswer;
};

/** A program that shows a view: a frame without an origin, whose calls of tools it passes on. */
const hostPage = (view: string, seat: string): string => `<!doctype html>
<html lang="en"><head><title>A program</title></head><body>
<iframe title="view" sandbox="allow-scripts" style="width:1200px;height:700px"></iframe>
<script>
const frame = document.querySelector('iframe');
const say = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
addEventListener('message', async ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  const { id, method, params } = data;
  if (method === 'ui/initialize')
    say({ id, result: { protocolVersion: params.protocolVersion, hostInfo: { name: 'test', version: '1' }, hostCapabilities: { serverTools: {} }, hostContext: { theme: 'dark' } } });
  if (method === 'ui/notifications/initialized')
    say({ method: 'ui/notifications/tool-input', params: { arguments: { seat: ${JSON.stringify(seat)} } } });
  if (method === 'tools/call') {
    const { result, error } = await window.callTool(params);
    say({ id, result, error });
  }
});
frame.srcdoc = ${JSON.stringify(view).replaceAll('<', '\\u003c')};
</script></body></html>`;

describe('the view of a session in a program', inBrowser, () => {
  let app: TestApp;
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp();
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });

  test('[MCP-10] the tool that shows the session names the view, and the view is one file that loads nothing', async () => {
    const { result } = await rpc(app.url, 'tools/list', {});
    const tools = result?.['tools'] as { name: string; _meta?: { ui?: { resourceUri?: string } } }[];
    const shown = tools.filter(({ _meta }) => _meta?.ui?.resourceUri !== undefined);
    expect(shown).toMatchObject([
      { name: 'pairspace_session', _meta: { ui: { resourceUri: 'ui://pairspace/session' } } },
    ]);
    const read = await rpc(app.url, 'resources/read', { uri: 'ui://pairspace/session' });
    const [content] = read.result?.['contents'] as { mimeType: string; text: string }[];
    expect(content?.mimeType).toBe('text/html;profile=mcp-app');
    const built = new URL('../../server/viewer/session-view.html', import.meta.url);
    expect(content?.text).toBe(await readFile(built, 'utf8'));
    expect(content?.text).not.toMatch(/<link|<img|<script[^>]+src=|@import|url\((?!["']?data:)/);
  });

  test('[MCP-10] in a frame without an origin it shows the session live, read by the tool alone', async ({
    openPage,
  }) => {
    const { sessionId, agentToken, ivo } = await aBusySession(app.url, { visibility: 'private' });
    const read = await rpc(app.url, 'resources/read', { uri: 'ui://pairspace/session' });
    const [content] = read.result?.['contents'] as { text: string }[];
    const program = createServer((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(hostPage(content?.text ?? '', agentToken));
    }).listen(0, '127.0.0.1');
    await once(program, 'listening');
    const address = `http://127.0.0.1:${String((program.address() as AddressInfo).port)}`;
    const { page, wrongs } = await openPage('about:blank');
    const called: string[] = [];
    await page.exposeFunction('callTool', async (params: { name: string; arguments: { view?: string } }) => {
      called.push(params.name);
      return rpc(app.url, 'tools/call', params);
    });
    await page.goto(address);
    const view = page.frameLocator('iframe');
    await view.getByRole('heading', { name: 'Parser for dates' }).waitFor();
    await view.getByRole('feed').getByText('I take leap seconds.').waitFor();
    await ivo.postMessage({ sessionId, content: 'Said \u202e while the view is open <b>' });
    await view.getByRole('feed').getByText('while the view is open <b>').waitFor();
    await view
      .getByRole('navigation', { name: 'Panels' })
      .getByRole('button', { name: /^Files/ })
      .click();
    await view.getByRole('button', { name: /^README\.md 46/ }).click();
    await view.getByText('reads what people write.').waitFor();
    expect(await view.getByText('Share and steer').count()).toBe(0);
    expect(new Set(called)).toEqual(new Set(['pairspace_read']));
    expect(wrongs.filter((wrong) => !wrong.includes(address))).toEqual([]);
    program.close();
  });

  test('[MCP-10] the view reads its own session alone, and nothing is written by it', async () => {
    const one = await aBusySession(app.url, { visibility: 'private' });
    const other = await aBusySession(app.url, { visibility: 'private' });
    const readView = async (view: string): Promise<string> => {
      const given = { name: 'pairspace_read', arguments: { seat: one.agentToken, view } };
      const { result } = await rpc(app.url, 'tools/call', given);
      return (result?.['content'] as { text: string }[])[0]?.text ?? '';
    };
    expect(await readView('/')).toContain(one.sessionId);
    expect(await readView(`?sessionId=${other.sessionId}`)).toContain(one.sessionId);
    expect(await readView('/notes')).toMatch(/^<<peer .*\n\{"ok":true,.*\}\n<<\/peer/);
    expect(await readView('/notes/note_missing')).toContain('"ok":false');
    expect(await readView('/files/src/parse.ts')).toContain('What a text says about a moment');
    for (const view of ['/export', '/stream', '/../../../metrics', 'http://example.org/', '/nothing'])
      expect(await readView(view)).toContain('The view can read nothing there.');
    const { items } = await createClient({ baseUrl: app.url, token: one.agentToken }).listEvents({
      sessionId: one.sessionId,
      limit: 200,
    });
    expect(items).toHaveLength(15);
  });
});
