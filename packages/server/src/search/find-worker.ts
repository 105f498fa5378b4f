import { Finder } from '../storage/sqlite/find-documents.ts';
import type { SearchQuery } from '../storage/search-store.ts';
import { serveRequests } from '../threads/serve-requests.ts';

const finders = new Map<string, Finder>();

serveRequests(({ file, query }: { file: string; query: SearchQuery }) => {
  const finder = finders.get(file) ?? new Finder(file);
  finders.set(file, finder);
  return finder.find(query);
});
