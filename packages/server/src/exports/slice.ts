import type { Slice } from '../slice.ts';
import { bindExports } from './routes.ts';
import type { ExportSections } from './sections.ts';
import { availableParallelism } from 'node:os';
import { Semaphore } from '../lib/semaphore.ts';
import { openRenderThreads } from './site/render-thread.ts';

/** The slice of exports; their content comes from other slices. */
export const exports = (sections: ExportSections): Slice => {
  const threads = openRenderThreads();
  return {
    start: () => threads,
    bind(service) {
      // A processor stays free for other work.
      const rendering = new Semaphore(Math.max(1, availableParallelism() - 1));
      bindExports({ ...service, sections, threads, rendering });
    },
  };
};
