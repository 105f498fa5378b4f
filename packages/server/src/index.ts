export { type App, startApp } from './app.ts';
export * from './installation.ts';
