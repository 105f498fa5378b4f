import type { Rule, RunOrder } from './rule.ts';
import type { Service } from './service.ts';
import { openRuleContext } from './rule-context.ts';
import { Skipped, together, within } from './tools.ts';

/** A bound for rules that hang. */
const ruleMs = 300_000;
const width = 8;

export type Outcome =
  { kind: 'passed'; ms: number } | { kind: 'failed'; ms: number; error: Error } | { kind: 'skipped'; reason: string };

export interface Verdict {
  rule: Rule;
  outcome: Promise<Outcome>;
}

/** Runs every rule against the service. Returns at once; the outcomes arrive in any order. */
export const runRules = (rules: readonly Rule[], service: Service): Verdict[] => {
  const running = rules.map((rule) => ({ rule, ...Promise.withResolvers<Outcome>() }));
  const take = (turns: RunOrder[], atOnce: number) =>
    together(
      turns.flatMap((turn) => running.filter(({ rule }) => rule.turn === turn)),
      async ({ rule, resolve }) => {
        resolve(await runRule(rule, service));
      },
      atOnce,
    );
  void take(['first', 'any'], width)
    .then(() => take(['alone'], 1))
    .then(() => take(['last'], 1));
  return running.map(({ rule, promise }) => ({ rule, outcome: promise }));
};

/** Rules that refuse for a moment: a client that tries again does not see that. */
const passing = new Set(['IDEM-3', 'LIVE-4']);

const runRule = async (rule: Rule, service: Service): Promise<Outcome> => {
  if (service.through && passing.has(rule.id)) return { kind: 'skipped', reason: 'the client tries again by itself' };
  const begun = performance.now();
  const ms = (): number => Math.round(performance.now() - begun);
  using context = openRuleContext(service);
  try {
    await within('the rule', rule.run(context), ruleMs);
    return { kind: 'passed', ms: ms() };
  } catch (error) {
    if (error instanceof Skipped) return { kind: 'skipped', reason: error.message };
    return { kind: 'failed', ms: ms(), error: error instanceof Error ? error : new Error(String(error)) };
  }
};
