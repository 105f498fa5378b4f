import { followMoved } from './follow-moved.ts';
import { showWhereWeAre } from './show-where-we-are.ts';
import { startSearch } from './search.ts';
import { startTrying } from './try-it.ts';

followMoved();
showWhereWeAre();
startSearch();
startTrying();
