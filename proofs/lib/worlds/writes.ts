import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseChecks, inspectDatabase } from '../inspect-database.ts';
import { slowDisk } from '../slow-disk.ts';
import { WriteLoad } from '../write-load.ts';
import type { World } from './world.ts';

/** 32 writers and 8 followers: no acknowledged write is lost, and none is there twice. */
export const writes: World = {
  nodes: 3,
  // On a slow disk some kills fall between a commit and its answer.
  env: slowDisk({ syncMs: 5 }),
  async setUp({ service, verdict, folder, databaseUrl }) {
    const load = await WriteLoad.begin(service.url, {
      sessions: 4,
      messages: 14,
      retrying: 10,
      files: 4,
      followers: 2,
    });
    const { ledger } = load;
    let inspected = 0;
    return {
      untilKill: () => pause(150 + Math.random() * 350),
      afterRestart() {
        const acknowledged = ledger.messages.slice(inspected);
        inspected += acknowledged.length;
        if (databaseUrl === undefined) inspectDatabase(join(folder, 'pairspace.sqlite'), acknowledged, verdict);
        return Promise.resolve();
      },
      hasMetAll: () => ledger.replays > 0,
      async judge() {
        const checks = await load.judge(verdict);
        return { did: String(load), checks: databaseUrl === undefined ? [...databaseChecks, ...checks] : checks };
      },
    };
  },
};
