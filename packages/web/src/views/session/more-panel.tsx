import { ChainState } from './chain-state.tsx';
import type { Shared } from './place.ts';
import { Share } from './share.tsx';
import { Steer } from './steer.tsx';
import { Webhooks } from './webhooks.tsx';

/** Everything to do with the session as a whole. */
export const MorePanel = (shared: Shared) => (
  <div class="panel-scroll more-panel" tabIndex={0} role="region" aria-label="Share and steer">
    <Steer {...shared} />
    <Share {...shared} />
    <Webhooks {...shared} />
    <ChainState {...shared} />
  </div>
);
