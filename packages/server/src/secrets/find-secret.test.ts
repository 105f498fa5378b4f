import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findForeignSecret, findOwnToken } from './find-secret.ts';

const characters = 'a1B2c3D4e5F6g7H8i9J0k';
const letters = 'abcdefGHIJklmnopQRSTuvwxyz';
const random = (length: number, from = characters): string =>
  from.repeat(Math.ceil(length / from.length)).slice(0, length);

/** One made-up secret in the form of each rule. */
const secrets: Record<string, string> = {
  anthropic: `sk-ant-api03-${random(93)}AA`,
  databricks: `dapi${random(32, '0123456789abcdef')}`,
  docker: `dckr_pat_${random(27)}`,
  figma: `figd_${random(40)}`,
  github: `ghp_${random(36)}`,
  gitlab: `glpat-${random(20)}`,
  grafana: `glc_eyJ${random(60)}`,
  groq: `gsk_${random(52)}`,
  'hashicorp-vault': `hvs.${random(95)}`,
  huggingface: `hf_${random(34, letters)}`,
  linear: `lin_api_${random(40)}`,
  notion: `ntn_12345678901${random(35)}`,
  npm: `npm_${random(36)}`,
  privatekey: `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC${random(400)}\n-----END PRIVATE KEY-----`,
  sendgrid: `SG.${random(22)}.${random(43)}`,
  shopify: `shpat_${random(32)}`,
  slack: `xoxb-${random(12, '0123456789')}-${random(24)}`,
};

test.each(Object.entries(secrets))('[SEC-2] a secret of %s is found, wherever it stands', async (rule, secret) => {
  expect(await findForeignSecret(`before ${secret} after`)).toEqual({ rule, position: 7 });
  const far = 'lorem ipsum dolor '.repeat(40_000);
  expect(await findForeignSecret(`${far}${secret}`)).toEqual({ rule, position: far.length });
});

test('[SEC-2] a secret access key of aws is found by its name', async () => {
  expect(await findForeignSecret(`aws_secret_access_key = ${random(40)}`)).toMatchObject({ rule: 'aws' });
});

test('[SEC-2] a secret among many beginnings is found, and nobody waits for the search', async () => {
  const noise = '-----BEGIN sk- ghp_ SG. AKIA1 '.repeat(33_000);
  let longest = 0;
  let last = performance.now();
  const probe = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  expect(await findForeignSecret(`${noise}${secrets['github'] ?? ''}`)).toMatchObject({ rule: 'github' });
  clearInterval(probe);
  expect(longest).toBeLessThan(100);
});

test('[SEC-2] no file of two thousand real ones is refused', { timeout: 120_000 }, async () => {
  const found: unknown[] = [];
  let files = 0;
  for await (const path of glob(
    'node_modules/{zod,fastify,undici,eslint,prettier,pg,rate-limiter-flexible,typescript-eslint,@types,vite,pino,ajv,markdown-it,acorn,yaml,highlight.js}/**/*.{js,ts,cjs,mjs,md,json}',
  )) {
    if (files++ >= 2500) break;
    const text = await readFile(path, 'utf8').catch(() => '');
    const secret = await findForeignSecret(text.slice(0, 200_000));
    if (secret || findOwnToken(text) !== undefined) found.push([path, secret]);
  }
  expect(files).toBeGreaterThan(2000);
  expect(found).toEqual([]);
});

test('[SEC-1] tokens are found by their form alone', () => {
  const token = `agt_${random(43)}`;
  expect(findOwnToken(`a ${token}`)).toBe(2);
  expect(findOwnToken(`${token}.`)).toBe(0);
  expect(findOwnToken(`x${token}`)).toBeUndefined();
  expect(findOwnToken(`${token}x`)).toBeUndefined();
  expect(findOwnToken('agt_short')).toBeUndefined();
});
