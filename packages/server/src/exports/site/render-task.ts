import type { DiffLine, SiteView } from '@pairspace/protocol/site';

/** What the thread is asked for. The first three are of texts that people wrote, and can take any time. */
export type Task =
  | { kind: 'markdown'; texts: readonly string[]; agents: readonly string[] }
  | { kind: 'code'; text: string; path: string }
  | { kind: 'changes'; before: string; after: string }
  | { kind: 'views'; views: readonly SiteView[] };

/** What it answers. */
export interface Outcomes {
  markdown: string[];
  code: string | undefined;
  /** Undefined when the texts differ in too much to show. */
  changes: DiffLine[] | undefined;
  views: string;
}

export interface Done {
  outcome: Outcomes[Task['kind']];
  /** Processor time of the thread. */
  cpuMs: number;
}
