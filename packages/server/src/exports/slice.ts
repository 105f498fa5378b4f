import type { Slice } from '../slice.ts';
import { bindExports } from './routes.ts';
import type { ExportSections } from './sections.ts';
import { RenderThreads } from './site/render-threads.ts';

/** The slice of exports; their content comes from other slices. */
export const exports = (sections: ExportSections): Slice => {
  const threads = new RenderThreads();
  return {
    start: () => threads,
    bind(service) {
      bindExports({ ...service, sections, threads });
    },
  };
};
