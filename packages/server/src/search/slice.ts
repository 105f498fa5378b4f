import type { Slice } from '../slice.ts';
import { placeOf } from './place.ts';
import { SearchIndex } from './search-index.ts';
import { bindSearch } from './routes.ts';

export const search: Slice = {
  start(service) {
    const { bus, log } = service;
    const index = new SearchIndex({
      place: placeOf(service),
      onError: (err) => {
        log.error({ err }, 'the index of the search failed');
      },
    });
    bus.watchCommits((topic) => {
      if (topic.startsWith('ses_')) index.noteMoved(topic);
    });
    bindSearch({ ...service, index });
    return index;
  },
};
