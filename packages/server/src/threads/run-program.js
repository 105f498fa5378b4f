// This file is JavaScript: with compiled code on disk, a thread never loads the type stripper.
import module from 'node:module';
import { workerData } from 'node:worker_threads';

module.enableCompileCache();
await import(workerData.program);
