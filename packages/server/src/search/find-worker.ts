import { Finder } from '../storage/sqlite/find-documents.ts';
import type { SearchFound, SearchQuery } from '../storage/search-store.ts';

const finders = new Map<string, Finder>();

export default ({ file, query }: { file: string; query: SearchQuery }): SearchFound => {
  const finder = finders.get(file) ?? new Finder(file);
  finders.set(file, finder);
  return finder.find(query);
};
