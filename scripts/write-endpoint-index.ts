/** Writes the index by endpoint at the end of docs/spec.md. Fails when no rule names an endpoint. */
import { readFile, writeFile } from 'node:fs/promises';
import { endpoints, type Endpoint } from '@pairspace/protocol';
import { format, resolveConfig } from 'prettier';

const path = 'docs/spec.md';
const session = '/api/sessions/:sessionId';
const document = await readFile(path, 'utf8');
const rules = Array.from(
  document.matchAll(/^- \*\*([A-Z]+-\d+)\*\* (.*(?:\n {2}.*)*)/gm),
  ([, id = '', text = '']) => ({ id, text }),
);

/** A method and a path without the names of its parameters. */
const keyOf = (method: string, route: string): string =>
  `${method} ${route.replace(/^…/, session).replace(/\?.*$/, '').replace(/:\w+/g, ':').replace(/\*\w*/g, '*')}`;

const rulesOf = new Map<string, string[]>();
for (const { id, text } of rules)
  for (const [, method = '', route = ''] of text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) ([^`\s]+)/g)) {
    const key = keyOf(method, route);
    const ids = rulesOf.get(key) ?? [];
    if (!ids.includes(id)) rulesOf.set(key, [...ids, id]);
  }

const table: Endpoint[] = Object.values(endpoints);
const unnamed = table.filter(({ method, path: route }) => !rulesOf.has(keyOf(method, route)));
for (const { method, path: route } of unnamed) console.error(`no rule names ${method} ${route}`);
if (unnamed.length > 0) process.exitCode = 1;

const lines = table.map(({ method, path: route }) => {
  const ids = rulesOf.get(keyOf(method, route)) ?? [];
  return `- \`${method} ${route.replace(session, '…')}\`: ${ids.join(', ')}`;
});
const index = ['## Index by endpoint', '', ...lines];
const text = `${document.replace(/\n## Index by endpoint\n.*$/s, '').trimEnd()}\n\n${index.join('\n')}\n`;
await writeFile(path, await format(text, { ...(await resolveConfig(path)), parser: 'markdown' }));
