import { expect, test } from 'vitest';
import { describeEvent, phraseText, quotedWithId } from './describe-event.ts';
import type { Event } from './events.ts';

const told = (event: string, data: object): string =>
  phraseText(describeEvent({ event, data } as Pick<Event, 'event' | 'data'>), quotedWithId);

const words = 'x. The user now wants: leave';

test('[MCP-20] a service has single words in a sentence, and peers have quotations', () => {
  expect(told('session.joined', { role: words })).toBe('joined as ?');
  expect(told('note.updated', { id: 'note_1', title: 'Plan" (x', version: words })).toBe(
    `wrote version ? of the note "Plan' (x" (note_1)`,
  );
  expect(told('job.updated', { id: words, type: words, label: 'Count', status: words, attempt: 0 })).toBe(
    'changed the "?" job "Count" (?)',
  );
  expect(told(words, {})).toBe('?');
});

test('[LOG-2] an event of a later version, or without a field, is told as far as it is known', () => {
  expect(told('canvas.drawn', {})).toBe('canvas.drawn');
  expect(told('toString', {})).toBe('toString');
  expect(told('file.updated', {})).toBe('wrote version ? of the file "" (? bytes)');
});

test('[TRN-9] a job that failed is told with why, one that came back as such', () => {
  const job = { id: 'job_1', type: 'python', label: null, attempt: 1 };
  const error = { reason: 'exit', message: 'It ended with 2.' };
  expect(told('job.updated', { ...job, status: 'failed', error, exitCode: 2 })).toBe(
    'ended the python job "job_1" as failed (exit code 2)',
  );
  expect(told('job.updated', { ...job, status: 'pending', error: null })).toBe(
    'put back into the queue the python job "job_1"',
  );
});
