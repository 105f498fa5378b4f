import type { SearchFound, SearchQuery } from '../storage/full-text.ts';
import { Finder } from '../storage/sqlite/full-text.ts';

let finder: Finder | undefined;

export default ({ file, query }: { file: string; query: SearchQuery }): SearchFound => {
  finder ??= new Finder(file);
  return finder.find(query);
};
