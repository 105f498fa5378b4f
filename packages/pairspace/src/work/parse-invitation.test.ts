import { expect, test } from 'vitest';
import { parseInvitation } from './parse-invitation.ts';

test.each([
  ['K7QF-2M9X-4TRD', 'http://here'],
  ['k7qf2m9x4trd', 'http://here'],
  ['https://a.example/j/K7QF-2M9X-4TRD', 'https://a.example'],
  ['https://a.example/pair/j/K7QF-2M9X-4TRD/', 'https://a.example/pair'],
  ['http://127.0.0.1:8787/j/K7QF-2M9X-4TRD?x=1#y', 'http://127.0.0.1:8787'],
  [' https://a.example/j/K7QF-2M9X-4TRD\n', 'https://a.example'],
])('%s is an invitation of %s', (text, service) => {
  const invitation = parseInvitation(text, 'http://here');
  expect(invitation.service).toBe(service);
  expect(invitation.inviteCode.replaceAll('-', '').toUpperCase()).toBe('K7QF2M9X4TRD');
});

test.each([
  'ses_1',
  'https://a.example',
  'https://a.example/j/',
  'https://a.example/j/short',
  '',
  'http://10.0.0.1/admin?x=/j/AAAABBBBCCCC',
  'http://10.0.0.1/admin#/j/AAAABBBBCCCC',
  'http://10.0.0.1 /j/AAAABBBBCCCC',
  'http://[/j/AAAABBBBCCCC',
])('[DOOR-23] %j is none', (text) => {
  expect(() => parseInvitation(text, 'http://here')).toThrow('neither a link');
});
