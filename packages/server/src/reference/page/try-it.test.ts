import { type Endpoint, endpoints } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { describeEndpoints } from '../openapi/endpoint.ts';
import { tryIt } from './try-it.ts';

const table: Readonly<Record<string, Endpoint>> = endpoints;
const described = describeEndpoints(table).endpoints;
const formOf = (name: string): string => {
  const one = described.find((each) => each.name === name);
  return one ? tryIt(one).text : '';
};
const unescaped = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

test('[DOCS-8] each operation has a form with its method, path, parameters and a body that fits', () => {
  for (const { name, endpoint, parameters } of described) {
    const form = formOf(name);
    expect(form).toContain(`data-method="${endpoint.method}" data-path="${endpoint.path}"`);
    for (const parameter of parameters)
      expect(form).toMatch(new RegExp(`data-in="${parameter.in}" name="${parameter.name}"`));
    expect(form.match(/data-in="token"/g)).toHaveLength(1);
    const [, body] = /<textarea[^>]*>(.*)<\/textarea>/s.exec(form) ?? [];
    expect(body !== undefined).toBe(endpoint.body !== undefined);
    if (body !== undefined) expect(endpoint.body?.safeParse(JSON.parse(unescaped(body))).success, name).toBe(true);
  }
});

test('[DOCS-8] ids are asked for, what has an example is filled in, and the example of a query is', () => {
  expect(formOf('getSession')).toMatch(/name="sessionId" placeholder="[^"]+" required/);
  expect(formOf('getFile')).toMatch(/name="path" value="[^"]+" required/);
  expect(formOf('listSessions')).toMatch(/name="q" value="parser"/);
});

test('[DOCS-8] the form of a stream asks for a stream, and where there is a choice the form has it', () => {
  expect(formOf('streamEvents')).toContain('<input type="hidden" data-in="accept" value="text/event-stream">');
  expect(formOf('getTranscript')).toMatch(/<select data-in="accept"><option>application\/json<\/option>/);
});

test('[DOCS-9] tokens and keys are typed as passwords, and no form says what to keep of them', () => {
  const form = formOf('createSession');
  expect(form).toMatch(/<input type="password" data-in="token" spellcheck="false" autocomplete="off">/);
  expect(form).toMatch(/<input type="password" data-in="header" name="X-Create-Key"/);
});
