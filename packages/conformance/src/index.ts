export { type Caller, type CallInput } from './caller.ts';
export { checkAnswer, type Reply } from './check-answer.ts';
export type { HttpRequest } from './http-client.ts';
export { openRuleContext } from './rule-context.ts';
export { callerOf, expectedOf, type Kind, kinds } from './rules/access-matrix.ts';
export { actorOf, endpointEntries, sampleOf } from './samples.ts';
export { findService } from './service.ts';
export type { FullSessionFixture } from './session-fixture.ts';
