import { makeTroubled } from '../../examples/demo/troubled.ts';
import { serviceFile, startService } from '@pairspace/testkit/service';
import { createClient } from '@pairspace/client';
import { launchBrowser } from './tests/launch-browser.ts';
await using app = await startService({ file: serviceFile, folder: '/tmp/shots/data' });
const end = new AbortController();
const made = await makeTroubled(app.url, end.signal);
const browser = await launchBrowser();
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));
const person = createClient({ baseUrl: app.url, token: made.observerToken });
const pages = [];
for (const [w, h, n] of [[1440, 900, 'wide'], [390, 844, 'phone']] as const) {
  const ctx = await browser.newContext({ viewport: { width: w, height: h } });
  const page = await ctx.newPage();
  await page.goto(`${app.url}/#/s/${made.sessionId}?token=${made.observerToken}`);
  await page.getByRole('feed').waitFor();
  await sleep(3000);
  await page.goto('about:blank');
  pages.push([page, n] as const);
}
await sleep(130_000);
for (const content of ['The freeze ends on Friday at 18:00.', 'Please note the rollback steps in the plan.']) await person.postHumanMessage({ sessionId: made.sessionId, content, observerName: 'Mara' });
for (const [page, n] of pages) {
  await page.goto(`${app.url}/#/s/${made.sessionId}`);
  await page.getByRole('region', { name: 'For you' }).waitFor();
  await sleep(3000);
  await page.screenshot({ path: `/tmp/shots/q-${n}.png` });
}
await browser.close(); end.abort();
process.exit(0);
