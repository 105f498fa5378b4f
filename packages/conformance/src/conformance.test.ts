import { onPostgres, onSqlite } from '@pairspace/testkit/test-database';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { allRules } from './all-rules.ts';
import { type Rule, titleOf } from './rule.ts';
import { type Outcome, runRules } from './run-rules.ts';
import { findService } from './service.ts';
import { ServiceProcess } from './testing/service-process.ts';

/** Each rule becomes one test that awaits its outcome. The suite itself decides how many rules run at once. */
const conforms = (
  rules: readonly Rule[],
  {
    settings,
    rateLimited,
    onPostgres,
  }: { settings: Record<string, string>; rateLimited: boolean; onPostgres: boolean },
): void => {
  let service: ServiceProcess;
  let outcomes: Map<Rule, Promise<Outcome>>;
  beforeAll(async () => {
    service = await ServiceProcess.start({ PAIRSPACE_LOG: 'info', ...settings }, onPostgres);
    const verdicts = runRules(rules, await findService(service.url, { rateLimited }));
    outcomes = new Map(verdicts.map(({ rule, outcome }) => [rule, outcome]));
  });
  afterAll(() => service[Symbol.asyncDispose]());

  for (const rule of rules) {
    // Rules that run alone begin after all others, so their tests wait for the whole suite.
    test(titleOf(rule), { timeout: 3_600_000 }, async ({ skip }) => {
      const outcome = await outcomes.get(rule);
      if (outcome?.kind === 'failed') throw outcome.error;
      if (outcome?.kind === 'skipped') skip(outcome.reason);
    });
  }
};

const needsLimits = ({ id }: Rule): boolean => id === 'LIM-6' || id === 'NET-11';

describe('without request limits', onSqlite, () => {
  conforms(
    allRules.filter((rule) => !needsLimits(rule)),
    { settings: { PAIRSPACE_RATE_LIMIT: 'off' }, rateLimited: false, onPostgres: false },
  );
});

describe('with request limits', () => {
  conforms(allRules.filter(needsLimits), { settings: {}, rateLimited: true, onPostgres: false });
});

describe('[OPS-10] on PostgreSQL', onPostgres, () => {
  conforms(
    allRules.filter((rule) => !needsLimits(rule)),
    { settings: { PAIRSPACE_RATE_LIMIT: 'off' }, rateLimited: false, onPostgres: true },
  );
});
