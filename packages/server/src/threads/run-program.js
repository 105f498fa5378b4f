// JavaScript, so that a thread whose program was compiled before need not load the type stripper.
import module from 'node:module';
import { workerData } from 'node:worker_threads';

module.enableCompileCache();
await import(workerData.program);
