import type { Slice } from '../slice.ts';
import { bindExports } from './routes.ts';
import type { ExportSections } from './sections.ts';

/** Exports as a slice; what they show comes from the other slices. */
export const exports = (sections: ExportSections): Slice => ({
  bind(service) {
    bindExports({ ...service, sections });
  },
});
