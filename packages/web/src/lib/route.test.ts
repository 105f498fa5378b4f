import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const page = { hash: '#/s/ses_1', writes: 0, isRefused: false };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', page);
  vi.stubGlobal('HashChangeEvent', Event);
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('history', {
    replaceState: (_: unknown, __: string, href: string) => {
      page.writes++;
      if (page.isRefused) throw new DOMException('Too many calls', 'SecurityError');
      page.hash = href;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the page changes at once, and the address changes as often as browsers allow', async () => {
  const { go, replaceRoute, useRoute } = await import('./route.ts');
  const moment = (): string => render(h(() => useRoute().params.get('at'), {}));
  const at = (seq: number): string => `#/s/ses_1?at=${String(seq)}`;
  replaceRoute(at(1));
  expect(page.hash).toBe(at(1));
  for (let seq = 2; seq <= 1000; seq++) {
    replaceRoute(at(seq));
    expect(moment()).toBe(String(seq));
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(page.writes).toBeLessThan(40);
  await vi.advanceTimersByTimeAsync(1000);
  expect(page.hash).toBe(at(1000));

  page.isRefused = true;
  replaceRoute(at(7));
  expect(moment()).toBe('7');
  await vi.advanceTimersByTimeAsync(1000);
  page.isRefused = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(page.hash).toBe(at(7));

  // A navigation keeps the newest route in the history of the browser.
  const left: string[] = [];
  replaceRoute(at(8));
  replaceRoute(at(9));
  vi.stubGlobal('location', {
    get hash() {
      return page.hash;
    },
    set hash(next) {
      left.push(page.hash);
      page.hash = next;
    },
  });
  go('#/');
  await vi.advanceTimersByTimeAsync(1000);
  expect([left, page.hash]).toEqual([[at(9)], '#/']);
});
