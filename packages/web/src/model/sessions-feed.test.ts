import { expect, test, vi } from 'vitest';

test('a feed that was closed while the page was hidden asks for nothing when the page is shown again', async () => {
  vi.useFakeTimers();
  const page = new EventTarget();
  const fetch = vi.fn(() => Promise.resolve(Response.json({ ok: true, data: { items: [], nextCursor: null } })));
  vi.stubGlobal('document', { hidden: true, baseURI: 'https://pairspace.test/' });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('fetch', fetch);
  const { SessionsFeed } = await import('./sessions-feed.ts');
  const feed = new SessionsFeed();
  feed.show({ q: '', status: undefined });
  await vi.advanceTimersByTimeAsync(5000);
  feed.close();
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(fetch).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
