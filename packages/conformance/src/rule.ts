import type { RuleContext } from './rule-context.ts';
import type { FullSessionFixture, SessionFixture } from './session-fixture.ts';

/** The number of a rule of the wire contract. */
export type RuleId = `${Uppercase<string>}-${number}`;

/**
 * The order of rules: rules that mostly wait begin first, rules that measure time run alone, and rules that use up a
 * shared limit of the service run last.
 */
export type RunOrder = 'first' | 'any' | 'alone' | 'last';

/** A test of one rule. It passes when `run` resolves. */
export interface Rule {
  id: RuleId;
  title: string;
  run: (context: RuleContext) => Promise<void>;
  turn: RunOrder;
}

/** The declared rules, in the order of the contract. */
export const declaredRules: Rule[] = [];

/** Options of a rule, and the fields that are added to the body that creates its session. */
type Options = { turn?: RunOrder } & Record<string, unknown>;
type Run<Given> = (given: Given) => Promise<void>;
type Declare<Given> = (id: RuleId, title: string, ...rest: [Run<Given>] | [Options, Run<Given>]) => void;

/** Makes the function that declares tests with what `open` prepares. */
export const declare =
  <Given>(open: (context: RuleContext, given: Record<string, unknown>) => Promise<Given>): Declare<Given> =>
  (id, title, ...rest) => {
    const [{ turn = 'any', ...given }, run] = rest.length === 1 ? [{}, ...rest] : rest;
    declaredRules.push({ id, title, turn, run: async (context) => run(await open(context, given)) });
  };

/** Declares a test; `title` is a sentence that states the requirement. */
export const rule = declare<RuleContext>((context) => Promise.resolve(context));

/** Declares a test in a session. */
export const sessionRule = declare<RuleContext & SessionFixture>(async (context, given) => ({
  ...context,
  ...(await context.aSession(given)),
}));

/** Declares a test in a session with a pool. */
export const poolRule = declare(async (context: RuleContext, body) => {
  const fixture = await context.aSession();
  await fixture.creator.ok('configurePool', { body });
  return { ...context, ...fixture };
});

/** Declares a test in a session whose creator is alone. */
export const aloneRule = declare(async (context: RuleContext, body) => {
  const made = await context.nobody.ok('createSession', { body: { agentId: 'ada', ...body } });
  const stranger = context.nobody.in(made.session.id);
  return {
    ...context,
    ...made,
    inviteCode: made.session.inviteCode ?? '',
    stranger,
    creator: stranger.as(made.agentToken),
  };
});

/** Declares a test in a session with one entity of each kind. */
export const fullSessionRule = declare<RuleContext & FullSessionFixture>(async (context, given) => ({
  ...context,
  ...(await context.aFullSession(given)),
}));

export const titleOf = ({ id, title }: Rule): string => `[${id}] ${title}`;
