import { conflict, inQuotes, type ServiceError, type Task, warningLimits } from '@pairspace/protocol';
import type { AgentCaller } from '../access/caller.ts';
import { Globs, TooCostly } from '../lib/glob.ts';
import { GlobOverlap } from '../lib/glob-overlap.ts';
import { isIn, sql } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';
import { selectTasks } from './task-store.ts';

/** The steps that all comparisons of one claim may take. */
const mostSteps = 200_000;
/** The steps for each glob that is compared with one path. */
const stepsForGlob = 1000;
/** The greatest number of tasks that a refusal names. */
const mostNamed = 20;

/** A task in work that holds paths. */
interface Holder {
  id: string;
  number: number;
  assignee_id: string | null;
  /** JSON text. */
  paths: string;
}

const listHolders = (db: Queries, sessionId: string): Promise<Holder[]> =>
  db.all<Holder>`
    select id, number, assignee_id, paths from task
    where session_id = ${sessionId} and status = 'working' and path_count > 0 order by rank
  `;

/** The paths of a task as globs: a path without a glob sign holds what lies below it as well (TASK-16). */
const globsOf = (paths: readonly string[]): string[] => paths.map((path) => (/[*?]/.test(path) ? path : `${path}/**`));

const pathsOf = ({ paths }: Holder): string[] => globsOf(JSON.parse(paths) as string[]);

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

  /** The tasks in work of other agents whose paths overlap with these, by priority. */
  async findOverlapping(own: readonly string[]): Promise<Holder[]> {
    if (own.length === 0) return [];
    this.#holders ??= this.#listHeld();
    const holders = await this.#holders;
    if (this.#isSpent) return holders.map(({ holder }) => holder);
    const wanted = globsOf(own);
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
  const wanted = globsOf(paths);
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

/** The refusal of a claim whose paths these tasks hold. */
export const pathsTaken = async (
  db: Queries,
  sessionId: string,
  holders: readonly { id: string }[],
): Promise<ServiceError> => {
  const named = holders.slice(0, mostNamed).map(({ id }) => id);
  const isNamed = isIn(sql`task.id`, named);
  const reads = await selectTasks(db, sql`task.session_id = ${sessionId} and ${isNamed} order by rank`);
  const told = 'A task in work holds paths of this one. Wait for its end, or claim with "overlap": true.';
  return conflict('paths_taken', told, {
    tasks: reads.map(({ task: { taskId, number, title, assignee } }): NamedHolder => ({
      taskId,
      number,
      title,
      assignee,
    })),
  });
};

/** Throws if the tasks in work of the session would hold too many paths with this one. */
export const assertPathsFit = async (db: Queries, { sessionId, id, paths }: Task, most: number): Promise<void> => {
  if (paths.length === 0) return;
  const row = await db.get<{ held: number | null }>`
    select cast(sum(path_count) as bigint) as held from task
    where session_id = ${sessionId} and status = 'working' and id <> ${id}
  `;
  if ((row?.held ?? 0) + paths.length > most) {
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
    const globs = pathsOf(holder);
    return new Globs(globs, stepsForGlob * globs.length).matches(path);
  } catch (error) {
    if (error instanceof TooCostly) return true;
    throw error;
  }
};
