export * from './job-program.ts';
export * from './views.ts';
