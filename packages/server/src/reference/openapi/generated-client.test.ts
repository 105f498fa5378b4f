import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const here = dirname(fileURLToPath(import.meta.url));
let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  // Beside this file, so that the program below finds the package that it imports.
  folder = await mkdtemp(join(here, 'generated-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app[Symbol.asyncDispose]();
});

/** A program over the generated types: it is type-checked, and then runs against the service. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './service.ts';

export const talk = async (baseUrl: string): Promise<{ content: string; conflict: string; types: string[] }> => {
  const client = createClient<paths>({ baseUrl });
  const created = await client.POST('/api/sessions', { body: { name: 'Generated', agentId: 'ada' } });
  if (!created.data) throw new Error(created.error.error.message);
  const { session, agentToken } = created.data.data;
  const path = { sessionId: session.id };
  const headers = { Authorization: \`Bearer \${agentToken}\` };
  const note = await client.POST('/api/sessions/{sessionId}/notes', { params: { path }, headers, body: { title: 'Plan' } });
  if (!note.data) throw new Error(note.error.error.message);
  const stale = await client.PUT('/api/sessions/{sessionId}/notes/{noteId}', {
    params: { path: { ...path, noteId: note.data.data.id } },
    headers,
    body: { expectedVersion: 7, content: 'late' },
  });
  const said = await client.POST('/api/sessions/{sessionId}/messages', {
    params: { path },
    headers,
    body: { content: 'Hello', msgType: 'status' },
  });
  const list = await client.GET('/api/sessions/{sessionId}/messages', { params: { path, query: { since: '0', limit: 10 } } });
  // @ts-expect-error a content of the wrong type does not pass the generated types
  await client.POST('/api/sessions/{sessionId}/messages', { params: { path }, headers, body: { content: 7 } });
  return {
    content: said.data?.data.content ?? '',
    conflict: stale.error?.error.code ?? '',
    types: (list.data?.data.items ?? []).map(({ msgType }) => msgType),
  };
};
`;

const typeErrors = (file: string): string[] => {
  const checked = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  });
  return ts.getPreEmitDiagnostics(checked).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};

test('[OPS-8] a client that a public generator makes from the document type-checks and calls the service', async () => {
  const types = astToString(await openapiTS(new URL(`${app.url}/api/openapi.json`)));
  await writeFile(join(folder, 'service.ts'), types);
  const file = join(folder, 'program.ts');
  await writeFile(file, program);
  expect(await readFile(join(folder, 'service.ts'), 'utf8')).toContain('postMessage');
  expect(typeErrors(file)).toEqual([]);

  const { talk } = (await import(file)) as {
    talk: (baseUrl: string) => Promise<{ content: string; conflict: string; types: string[] }>;
  };
  expect(await talk(app.url)).toEqual({
    content: 'Hello',
    conflict: 'CONFLICT',
    types: ['status'],
  });
});
