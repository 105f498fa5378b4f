import type { Slice } from '../slice.ts';
import { bindExports } from './routes.ts';
import type { ExportSections } from './sections.ts';
import { openRenderThreads } from './site/render-thread.ts';

/** The slice of exports; their content comes from other slices. */
export const exports = (sections: ExportSections): Slice => {
  const threads = openRenderThreads();
  return {
    start: () => threads,
    bind(service) {
      bindExports({ ...service, sections, threads });
    },
  };
};
