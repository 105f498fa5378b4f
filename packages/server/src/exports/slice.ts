import type { Slice } from '../slice.ts';
import { bindExports } from './routes.ts';
import type { ExportSections } from './sections.ts';
import { RenderThreads } from './site/render-threads.ts';

/** Exports as a slice; what they show comes from the other slices. */
export const exports = (sections: ExportSections): Slice => {
  const threads = new RenderThreads();
  return {
    start: () => threads,
    bind(service) {
      bindExports({ ...service, sections, threads });
    },
  };
};
