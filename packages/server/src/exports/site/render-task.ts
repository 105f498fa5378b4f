import type { DiffLine, SiteView } from '@pairspace/protocol/site';

/** A task for the thread. The first three kinds render texts of people and can take any time. */
export type Task =
  | { kind: 'markdown'; texts: readonly string[]; agents: readonly string[] }
  | { kind: 'code'; text: string; path: string }
  | { kind: 'changes'; before: string; after: string }
  | { kind: 'views'; views: readonly SiteView[] };

/** The results of the kinds of task. */
export interface Outcomes {
  markdown: string[];
  code: string | undefined;
  /** Undefined if the differences are too many to show. */
  changes: DiffLine[] | undefined;
  views: string;
}

export interface Done {
  outcome: Outcomes[Task['kind']];
  /** Processor time of the thread. */
  cpuMs: number;
}
