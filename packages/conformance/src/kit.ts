/** All that most rules use: their declaration, the sessions in which they run, and their tools. */
export * from './rule.ts';
export * from './session-fixture.ts';
export * from './tools.ts';
