import { AssertionError } from 'node:assert';
import { inspect } from 'node:util';
import { type Rule, titleOf } from './rule.ts';
import type { Outcome, Verdict } from './run-rules.ts';

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** Takes the outcome of each test in the order of the rules, and counts them. */
const counted = async (verdicts: readonly Verdict[], take: (rule: Rule, outcome: Outcome) => void): Promise<Totals> => {
  const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
  for (const { rule, outcome } of verdicts) {
    const result = await outcome;
    totals[result.kind]++;
    take(rule, result);
  }
  return totals;
};

/** Prints the outcome of each test, then the skipped tests and the totals. */
export const printReport = async (verdicts: readonly Verdict[], print: (line: string) => void): Promise<Totals> => {
  const skipped = new Map<string, string[]>();
  const totals = await counted(verdicts, (rule, outcome) => {
    print(`${marks[outcome.kind]} ${titleOf(rule)}`);
    if (outcome.kind === 'failed') for (const line of explain(outcome.error)) print(`       ${line}`);
    if (outcome.kind === 'skipped') skipped.set(outcome.reason, [...(skipped.get(outcome.reason) ?? []), rule.id]);
  });
  print('');
  for (const [reason, ids] of skipped) print(`skipped: ${[...new Set(ids)].join(', ')}: ${reason}`);
  print(`${String(totals.passed)} passed, ${String(totals.failed)} failed${sumOfSkipped(totals)}`);
  return totals;
};

/** The same as one JSON document. */
export const printJson = async (verdicts: readonly Verdict[], print: (line: string) => void): Promise<Totals> => {
  const results: unknown[] = [];
  const totals = await counted(verdicts, ({ id, title }, outcome) => results.push({ id, title, ...plain(outcome) }));
  print(JSON.stringify({ ...totals, results }, undefined, 2));
  return totals;
};

const marks = { passed: 'ok    ', failed: 'FAILED', skipped: 'skip  ' } as const;

const sumOfSkipped = ({ skipped }: Totals): string => (skipped === 0 ? '' : `, ${String(skipped)} skipped`);

const differenceOf = (error: Error): { expected?: unknown; actual?: unknown } => {
  if (!(error instanceof AssertionError)) return {};
  const { expected, actual } = error as { expected: unknown; actual: unknown };
  return {
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
};

const show = (value: unknown): string =>
  inspect(value, { depth: 5, maxStringLength: 300, maxArrayLength: 30, breakLength: 110 });

const explain = (error: Error): string[] => {
  const { message } = error;
  const [headline = ''] = message.split('\n');
  const difference = differenceOf(error);
  const where = /\/(rules\/[\w-]+\.[jt]s:\d+)/.exec(error.stack ?? '')?.[1];
  return [
    `${headline}${where === undefined ? '' : ` (${where})`}`,
    ...('expected' in difference ? [`expected: ${show(difference.expected)}`] : []),
    ...('actual' in difference ? [`actual:   ${show(difference.actual)}`] : []),
  ].flatMap((text) => text.split('\n'));
};

const plain = (outcome: Outcome): object => {
  if (outcome.kind !== 'failed') return { ...outcome };
  const { kind, ms, error } = outcome;
  const shown = Object.entries<unknown>(differenceOf(error)).map(([name, value]) => [name, show(value)] as const);
  return { kind, ms, message: error.message, ...Object.fromEntries(shown) };
};
