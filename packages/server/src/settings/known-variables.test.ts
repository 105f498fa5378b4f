import { expect, test } from 'vitest';
import { assertKnownVariables } from './known-variables.ts';

test('[NET-29] a variable that is not known is refused with the name that is probably meant', () => {
  const refused = (name: string) =>
    expect(() => {
      assertKnownVariables(['PATH', name]);
    });
  refused('PAIRSPACE_WEBHOKS').toThrow('There is no setting PAIRSPACE_WEBHOKS. Did you mean PAIRSPACE_WEBHOOKS?');
  refused('PAIRSPACE_RATELIMIT').toThrow('Did you mean PAIRSPACE_RATE_LIMIT?');
  refused('PAIRSPACE_DATE').toThrow('Did you mean PAIRSPACE_DATA?');
  refused('PAIRSPACE_SOMETHING_ELSE').toThrow(
    'There is no setting PAIRSPACE_SOMETHING_ELSE. `pairspace serve --help` lists',
  );
});

test('[NET-29] what others set under the prefix stops nothing', () => {
  const names = [
    'PAIRSPACE_WEBHOOKS',
    'PAIRSPACE_TOKEN',
    'PAIRSPACE_TEST_DATABASE_URL',
    'PAIRSPACE_SERVICE_HOST',
    'PAIRSPACE_SERVICE_PORT_HTTP',
    'PAIRSPACE_PORT',
    'PAIRSPACE_PORT_8787_TCP_ADDR',
    'PAIRSPACE_WORKER_PORT_9090_TCP',
    'PORT',
  ];
  assertKnownVariables(names);
});
