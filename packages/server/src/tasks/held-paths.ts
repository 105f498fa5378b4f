import { conflict, inQuotes, type Task, warningLimits } from '@pairspace/protocol';
import type { AgentCaller } from '../access/caller.ts';
import { Globs, TooCostly } from '../lib/glob.ts';
import { GlobOverlap } from '../lib/glob-overlap.ts';
import type { Queries } from '../storage/storage.ts';
import { assigneeOf, type TaskRow } from './task-store.ts';

/** The steps that all comparisons of one claim may take. */
const mostSteps = 200_000;
/** The steps for each glob that is compared with one path. */
const stepsForGlob = 1000;
/** The greatest number of tasks that a refusal names. */
const mostNamed = 20;

type Holder = Pick<TaskRow, 'id' | 'number' | 'title' | 'assignee_id' | 'assignee_name' | 'paths' | 'path_count'>;

/** The tasks in work that hold paths, by priority. */
const listHolders = (db: Queries, sessionId: string): Promise<Holder[]> =>
  db.all<Holder>`
    select id, number, title, assignee_id, assignee_name, paths, path_count from task
    where session_id = ${sessionId} and status = 'working' and path_count > 0 order by rank
  `;

/** The paths of a task as globs: a path without a glob sign holds what lies below it as well (TASK-16). */
const pathsOf = ({ paths }: Pick<TaskRow, 'paths'>): string[] =>
  (JSON.parse(paths) as string[]).map((path) => (/[*?]/.test(path) ? path : `${path}/**`));

/**
 * The paths that tasks in work hold (TASK-16). Globs whose comparison takes too long count as overlapping. An agent
 * that knows better sends `overlap`.
 */
export class HeldPaths {
  readonly #db: Queries;
  readonly #claimer: Pick<AgentCaller, 'sessionId' | 'agentId'>;
  readonly #overlap = new GlobOverlap(mostSteps);
  #isSpent = false;
  #holders: Promise<{ holder: Holder; paths: string[] }[]> | undefined;

  constructor(db: Queries, claimer: Pick<AgentCaller, 'sessionId' | 'agentId'>) {
    this.#db = db;
    this.#claimer = claimer;
  }

  /** The tasks in work of other agents whose paths overlap with the paths of `task`. */
  async findOverlapping(task: Pick<TaskRow, 'paths' | 'path_count'>): Promise<Holder[]> {
    if (task.path_count === 0) return [];
    this.#holders ??= this.#listHeld();
    const holders = await this.#holders;
    if (this.#isSpent) return holders.map(({ holder }) => holder);
    const wanted = pathsOf(task);
    return holders.flatMap(({ holder, paths }) => (this.#mayOverlap(wanted, paths) ? [holder] : []));
  }

  async #listHeld(): Promise<{ holder: Holder; paths: string[] }[]> {
    const holders = await listHolders(this.#db, this.#claimer.sessionId);
    return holders
      .filter(({ assignee_id }) => assignee_id !== this.#claimer.agentId)
      .map((holder) => ({ holder, paths: pathsOf(holder) }));
  }

  #mayOverlap(wanted: readonly string[], held: readonly string[]): boolean {
    try {
      return this.#isSpent || this.#overlap.anyOverlap(wanted, held);
    } catch (error) {
      if (!(error instanceof TooCostly)) throw error;
      this.#isSpent = true;
      return true;
    }
  }
}

const holdsPair = (path: string, open: string, close: string): boolean =>
  path.includes(open) && path.indexOf(open) < path.lastIndexOf(close);

/** Whether a path has glob signs of other programs, which are taken literally here. */
const hasLiteralSign = (path: string): boolean =>
  path.startsWith('!') || holdsPair(path, '[', ']') || holdsPair(path, '{', '}');

/** Warnings about paths of a task that may hold something else than was meant (TASK-24). */
export const pathWarnings = async (
  db: Queries,
  claimer: { sessionId: string; agentId?: string | undefined },
  { paths }: Pick<Task, 'paths'>,
): Promise<{ warnings?: string[] }> => {
  const literal = paths
    .filter(hasLiteralSign)
    .map((path) => `${inQuotes(path)} is taken literally: only *, ? and ** are glob signs.`);
  const wanted = pathsOf({ paths: JSON.stringify(paths) });
  const holders = wanted.length === 0 ? [] : await listHolders(db, claimer.sessionId);
  const overlap = new GlobOverlap(mostSteps);
  const inOtherCase = holders
    .filter(({ assignee_id }) => assignee_id !== claimer.agentId)
    .filter((holder) => differsInCase(overlap, wanted, pathsOf(holder)))
    .map(({ number, assignee_id }) => {
      const owner = inQuotes(assignee_id ?? '');
      return `Task ${String(number)} of ${owner} holds a path that differs from one of this task in case alone.`;
    });
  const warnings = [...literal, ...inOtherCase].slice(0, warningLimits.count);
  return warnings.length === 0 ? {} : { warnings };
};

const differsInCase = (overlap: GlobOverlap, wanted: readonly string[], held: readonly string[]): boolean => {
  const folded = (paths: readonly string[]): string[] => paths.map((path) => path.toLowerCase());
  try {
    return overlap.anyOverlap(folded(wanted), folded(held)) && !overlap.anyOverlap(wanted, held);
  } catch (error) {
    if (error instanceof TooCostly) return false;
    throw error;
  }
};

type NamedHolder = Pick<Task, 'taskId' | 'number' | 'title' | 'assignee'>;

export const pathsTaken = (holders: readonly Holder[]) =>
  conflict('paths_taken', 'A task in work holds paths of this one. Wait for its end, or claim with "overlap": true.', {
    tasks: holders.slice(0, mostNamed).map((holder): NamedHolder => ({
      taskId: holder.id,
      number: holder.number,
      title: holder.title,
      assignee: assigneeOf(holder),
    })),
  });

/** Throws if the tasks in work of the session would hold too many paths with this one. */
export const assertPathsFit = async (
  db: Queries,
  task: Pick<TaskRow, 'session_id' | 'id' | 'path_count'>,
  most: number,
): Promise<void> => {
  if (task.path_count === 0) return;
  const row = await db.get<{ held: number | null }>`
    select cast(sum(path_count) as bigint) as held from task
    where session_id = ${task.session_id} and status = 'working' and id <> ${task.id}
  `;
  if ((row?.held ?? 0) + task.path_count > most) {
    throw conflict('limit_reached', `The tasks in work of a session hold at most ${String(most)} paths.`);
  }
};

/** The ids of the tasks in work that hold this path. */
export const listHoldersOf = async (db: Queries, sessionId: string, path: string): Promise<string[]> => {
  const holders = await listHolders(db, sessionId);
  return holders.flatMap((holder) => (holds(holder, path) ? [holder.id] : []));
};

const holds = (holder: Holder, path: string): boolean => {
  try {
    return new Globs(pathsOf(holder), stepsForGlob * holder.path_count).matches(path);
  } catch (error) {
    if (error instanceof TooCostly) return true;
    throw error;
  }
};
