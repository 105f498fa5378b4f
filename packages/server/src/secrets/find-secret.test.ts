import { generateKeyPairSync } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findForeignSecret, findOwnToken } from './find-secret.ts';

const characters = 'a1B2c3D4e5F6g7H8i9J0k';
const letters = 'abcdefGHIJklmnopQRSTuvwxyz';
const random = (length: number, from = characters): string =>
  from.repeat(Math.ceil(length / from.length)).slice(0, length);

/** An invented secret in the form of each rule. */
const secrets: Record<string, string> = {
  '1password': `ops_${Buffer.from(JSON.stringify({ email: 'ada@example.org', token: random(200) })).toString('base64')}`,
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
  openai: `sk-${random(20)}T3BlbkFJ${random(20)}`,
  privatekey: `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC${random(400)}\n-----END PRIVATE KEY-----`,
  sendgrid: `SG.${random(22)}.${random(43)}`,
  shopify: `shpat_${random(32)}`,
  slack: `xoxb-${random(12, '0123456789')}-${random(24)}`,
};

test.each(Object.entries(secrets))('[SEC-2] a secret of %s is found, wherever it stands', async (rule, secret) => {
  expect(await findForeignSecret(`before ${secret} after`)).toEqual({ rule, position: 7 });
  const far = 'lorem ipsum dolor '.repeat(4000);
  expect(await findForeignSecret(`${far}${secret}`)).toEqual({ rule, position: far.length });
});

test('[SEC-2] a secret access key of aws is found by its name', async () => {
  expect(await findForeignSecret(`aws_secret_access_key = ${random(40)}`)).toMatchObject({ rule: 'aws' });
});

test('[SEC-2] a secret among many beginnings is found, and others have their turns meanwhile', async () => {
  const noise = '-----BEGIN sk- ghp_ SG. AKIA1 '.repeat(10_000);
  let turns = 0;
  const others = setInterval(() => turns++);
  expect(await findForeignSecret(`${noise}${secrets['github'] ?? ''}`)).toMatchObject({ rule: 'github' });
  clearInterval(others);
  expect(turns).toBeGreaterThan(2);
});

const pkcs8 = { format: 'pem', type: 'pkcs8' } as const;
const spki = { format: 'pem', type: 'spki' } as const;
const encoding = { privateKeyEncoding: pkcs8, publicKeyEncoding: spki };
const privateKeys = {
  RSA: generateKeyPairSync('rsa', { modulusLength: 1024, ...encoding }),
  Ed25519: generateKeyPairSync('ed25519', encoding),
  X25519: generateKeyPairSync('x25519', encoding),
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256', ...encoding }),
  'P-256 in its own format': generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: spki,
    privateKeyEncoding: { format: 'pem', type: 'sec1' },
  }),
};

test.each(Object.entries(privateKeys))('[SEC-2] a private key of %s is found', async (_, { privateKey }) => {
  const found = { rule: 'privatekey', position: 5 };
  expect(await findForeignSecret(`key: ${privateKey}`)).toEqual(found);
  expect(await findForeignSecret(`key: ${privateKey.replaceAll('\n', '\r\n')}`)).toEqual(found);
  expect(await findForeignSecret(JSON.stringify({ k: privateKey }))).toMatchObject({ rule: 'privatekey' });
  const placeholder = privateKey.replace(/\n[^-]+\n/, '\n...\n');
  expect(await findForeignSecret(placeholder)).toBeUndefined();
});

test('[SEC-2] a public key is no secret', async () => {
  for (const { publicKey } of Object.values(privateKeys)) expect(await findForeignSecret(publicKey)).toBeUndefined();
});

test('[SEC-2] the key file of a service account and the address of an incoming webhook are found', async () => {
  const account = { type: 'service_account', private_key_id: '98', private_key: '-----BEGIN PRIVATE KEY-----' };
  expect(await findForeignSecret(JSON.stringify(account, null, 2))).toEqual({ rule: 'gcp', position: 0 });
  const webhook = `see https://hooks.slack.com/services/T${random(8)}/B${random(8)}/${random(24)}`;
  expect(await findForeignSecret(webhook)).toEqual({ rule: 'slack', position: 4 });
});

/** Code and documents of dependencies. */
const corpus = 'node_modules/{zod,fastify,undici,pg,pino,markdown-it,yaml,highlight.js}/**/*.{js,md}';

test('[SEC-2] no file of hundreds of real ones is refused', async () => {
  const found: unknown[] = [];
  let files = 0;
  for await (const path of glob(corpus)) {
    if (files++ === 400) break;
    const text = await readFile(path, 'utf8');
    const secret = await findForeignSecret(text.slice(0, 200_000));
    if (secret || findOwnToken(text) !== undefined) found.push([path, secret]);
  }
  expect(files).toBeGreaterThan(300);
  expect(found).toEqual([]);
});

test('[SEC-1] tokens are found by their form alone', () => {
  const token = `agt_${random(43)}`;
  expect(findOwnToken(`a ${token}`)).toBe(2);
  expect(findOwnToken(`${token}.`)).toBe(0);
  expect(findOwnToken(`x${token}`)).toBeUndefined();
  expect(findOwnToken(`${token}x`)).toBeUndefined();
  expect(findOwnToken('agt_short')).toBeUndefined();
  expect(findOwnToken(`rec_${'write_page_of_log_'.repeat(3).slice(0, 43)}`)).toBeUndefined();
});
