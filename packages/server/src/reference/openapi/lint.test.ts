import { endpoints } from '@pairspace/protocol';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { openApiDocument } from './document.ts';

test('[OPS-8] a public linter finds nothing to say of the document', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Each service knows its own address.
      'no-server-example.com': 'off',
      'operation-operationId-unique': 'error',
      'operation-description': 'error',
      'tag-description': 'error',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-schema-examples': 'error',
      'no-invalid-parameter-examples': 'error',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(openApiDocument(endpoints)), config });
  const told = problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`);
  expect(told).toEqual([]);
}, 60_000);
