import fs from 'node:fs';
import net from 'node:net';
import { endJob, receiveJob, writeOutput } from './job-channel.js';

/** @param {() => unknown} attempt */
const outcomeOf = async (attempt) => {
  try {
    await attempt();
    return 'reached';
  } catch (error) {
    return String(/** @type {NodeJS.ErrnoException} */ (error).code ?? error);
  }
};

/** @param {number} port */
const connect = (port) =>
  new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', resolve);
    socket.once('error', reject);
  });

/** Simulates a guest that has broken out of its engine: plain JavaScript in the child attempts forbidden accesses. */
export const runProbe = async () => {
  const { execFileSync } = await import('node:child_process');
  const { Worker } = await import('node:worker_threads');
  const job = receiveJob();
  const [hostFile = '', port = '', writeTarget = ''] = job.args;
  const report = {
    readHostFile: await outcomeOf(() => fs.readFileSync(hostFile)),
    readOwnCode: await outcomeOf(() => fs.readFileSync(new URL(import.meta.url))),
    writeHostFile: await outcomeOf(() => {
      fs.writeFileSync(writeTarget, 'reached');
    }),
    connect: await outcomeOf(() => connect(Number(port))),
    spawn: await outcomeOf(() => execFileSync('/bin/true')),
    worker: await outcomeOf(() => new Worker('', { eval: true })),
    signalParent: await outcomeOf(() => process.kill(Number(job.stdin), 0)),
    database: await outcomeOf(() => import('node:sqlite')),
    environment: Object.keys(process.env),
  };
  writeOutput('stdout', Buffer.from(JSON.stringify(report)));
  endJob({ exitCode: 0, reason: 'exit', message: null, memoryBytes: 0, diskBytes: 0 }, []);
};
