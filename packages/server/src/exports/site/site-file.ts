/** A file of a site. */
export interface SiteFile {
  path: string;
  text: string;
}
