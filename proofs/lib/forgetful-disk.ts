import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Random } from './random.ts';

const run = promisify(execFile);

const headerBytes = 16;
/** The unit that a disk writes atomically. */
const sectorBytes = 512;
const kinds = { write: 1, truncate: 2, syncBegins: 3, syncEnded: 4 };
export const recordedFiles = { 1: 'pairspace.sqlite', 2: 'pairspace.sqlite-wal' } as const;

/** Compiles the library that records a service's disk operations. Returns environment variables for the service. */
export const compileRecorder = async (folder: string): Promise<(journal: string) => Record<string, string>> => {
  const library = join(folder, 'record-disk.so');
  const source = join(import.meta.dirname, 'record-disk.c');
  await run('cc', ['-O1', '-Wall', '-Werror', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread']);
  return (journal) => ({ LD_PRELOAD: library, PROOF_JOURNAL: journal });
};

interface DiskOperation {
  kind: number;
  file: number;
  /** Offset of a write, length of a truncated file, number of a sync. */
  place: number;
  bytes: Buffer;
}

/** A kill can cut the last record off. Its operation did not happen. */
const readJournal = async (path: string): Promise<DiskOperation[]> => {
  const journal = await readFile(path);
  const operations: DiskOperation[] = [];
  for (let at = 0; at + headerBytes <= journal.length;) {
    const length = journal.readUInt32LE(at + 4);
    const end = at + headerBytes + length;
    if (end > journal.length) break;
    operations.push({
      kind: journal.readUInt8(at),
      file: journal.readUInt8(at + 1),
      place: Number(journal.readBigUInt64LE(at + 8)),
      bytes: journal.subarray(at + headerBytes, end),
    });
    at = end;
  }
  return operations;
};

export interface Loss {
  syncs: number;
  /** Writes and truncations that no sync covered. */
  unsynced: number;
}

interface PowerLoss {
  journal: string;
  /** The folder with the files from before the journal; the files after the loss replace them. */
  folder: string;
  random: Random;
}

/** Changes files from before a service ran into files that a loss of power could leave. */
export const losePower = async ({ journal, folder, random }: PowerLoss): Promise<Loss> => {
  const operations = await readJournal(journal);
  const loss = { syncs: 0, unsynced: 0 };
  for (const [number, name] of Object.entries(recordedFiles)) {
    const own = operations.filter(({ file }) => file === Number(number));
    const ended = new Set(own.filter(({ kind }) => kind === kinds.syncEnded).map(({ place }) => place));
    const durable = own.findLastIndex(({ kind, place }) => kind === kinds.syncBegins && ended.has(place));
    loss.syncs += ended.size;
    await using file = await openOrMake(join(folder, name));
    for (const [index, { kind, place, bytes }] of own.entries()) {
      const isDurable = index < durable;
      if (!isDurable && (kind === kinds.write || kind === kinds.truncate)) loss.unsynced++;
      if (kind === kinds.truncate && (isDurable || random.chance(0.5))) await file.truncate(place);
      if (kind !== kinds.write) continue;
      if (isDurable) await file.write(bytes, 0, bytes.length, place);
      else await writeSome(bytes, (from, length) => file.write(bytes, from, length, place + from), random);
    }
  }
  return loss;
};

const openOrMake = (path: string): Promise<FileHandle> => open(path, existsSync(path) ? 'r+' : 'w+');

/** Of unsynced bytes, a disk may have written none, all, or any of the sectors. */
const writeSome = async (
  bytes: Buffer,
  write: (from: number, length: number) => Promise<unknown>,
  random: Random,
): Promise<void> => {
  const share = [0, 0.5, 1][random.below(3)] ?? 0;
  for (let from = 0; from < bytes.length; from += sectorBytes) {
    if (random.chance(share)) await write(from, Math.min(sectorBytes, bytes.length - from));
  }
};

/** Copies the database and its log, if they exist. */
export const copyRecorded = async (from: string, to: string): Promise<void> => {
  for (const name of Object.values(recordedFiles)) {
    if (existsSync(join(from, name))) await copyFile(join(from, name), join(to, name));
  }
};
