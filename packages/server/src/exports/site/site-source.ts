import type { Queries } from '../../storage/storage.ts';
import type { ExportSections } from '../sections.ts';

/** What the pages of one site are made from. */
export interface SiteSource {
  db: Queries;
  sessionId: string;
  sections: ExportSections;
}
