import type { Queries } from '../../storage/storage.ts';
import type { ExportSections } from '../sections.ts';

/** The data from which the pages of one site are made. */
export interface SiteSource {
  db: Queries;
  sessionId: string;
  sections: ExportSections;
}
