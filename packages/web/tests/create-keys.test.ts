import { createClient } from '@pairspace/client';
import type { Session } from '@pairspace/protocol';
import { startTestApp, type TestApp } from '@pairspace/server/testing';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { findBarriers, test } from './open-page.ts';

const operatorToken = 'the-token-of-the-operator';

describe('the page of a closed service', inBrowser, () => {
  let app: TestApp;
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp({ adminToken: operatorToken, readers: 'key', creators: 'key' });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  test('a closed service asks for a key, shows with it what is public, and creates sessions', async ({ openPage }) => {
    const { key, id: keyId } = await createClient({ baseUrl: app.url, token: operatorToken }).makeCreateKey({});
    const headers = { 'x-create-key': key };
    const body = { name: 'Orchard', visibility: 'public', agentId: 'mara' };
    const made = await app.request<{ session: Session }>('POST', '/api/sessions', { body, headers });
    const { session } = made.data;
    const { page, wrongs } = await openPage(app.url);
    const field = page.getByLabel('Create key, from the operator of this service');
    await page.getByText('This service is read with a key.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await field.fill(`crk_${'C'.repeat(43)}`);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByText('This key is not valid, or has ended.').waitFor();
    await field.fill(key);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByRole('link', { name: /Orchard/ }).click();
    await page.getByRole('heading', { name: 'Orchard' }).waitFor();
    await page.getByRole('article').first().waitFor();
    expect(page.url()).not.toContain('crk_');
    await page.goto(`${app.url}/#/`);
    await page.getByRole('button', { name: 'New session' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Vineyard');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Session created' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Forget the key' }).click();
    await page.getByText('This service is read with a key.').waitFor();

    await page.getByRole('button', { name: 'New session' }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('On this service sessions are created with a key').waitFor();
    await dialog.getByLabel('Create key, from the operator of this service').fill(key);
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Session created' }).waitFor();

    const other = await openPage(`${app.url}/#/s/${session.id}`);
    await other.page.getByText('This service is read with a key.').waitFor();
    await other.page.getByRole('button', { name: 'Open with a token' }).waitFor();
    await other.page.goto(`${app.url}/#/agents`);
    await other.page.getByText('This service is read with a key.').waitFor();
    await other.page.goto(`${app.url}/#/agents/mara`);
    await expect.poll(() => other.page.title()).toBe('Agent · Pairspace');
    await other.page.getByText('This service is read with a key.').waitFor();
    await createClient({ baseUrl: app.url, token: operatorToken }).revokeCreateKey({ keyId });
    await page.goto(`${app.url}/#/s/${session.id}`);
    await page.getByText('This key is not valid, or has ended.').waitFor();
    expect([...wrongs, ...other.wrongs]).toEqual([]);
  });
});
