export * from './agent-mark.ts';
export * from './job-program.ts';
export * from './views.ts';
export { visibleText } from '../visible-text.ts';
