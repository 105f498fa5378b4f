export { type App, startApp } from './app.ts';
export { type Config, readConfig } from './config.ts';
