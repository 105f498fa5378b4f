// JavaScript rather than TypeScript, so that a thread with cached code never loads the type stripper.
import module from 'node:module';
import { workerData } from 'node:worker_threads';

module.enableCompileCache();
const { default: answer } = await import(workerData.program);
export default answer;
