import { Finder } from '../storage/sqlite/find-documents.ts';
import type { SearchQuery } from '../storage/search-store.ts';
import { answerTasks } from '../threads/answer-tasks.ts';

const finders = new Map<string, Finder>();

answerTasks(({ file, query }: { file: string; query: SearchQuery }) => {
  const finder = finders.get(file) ?? new Finder(file);
  finders.set(file, finder);
  return finder.find(query);
});
