import { ChainState } from './chain-state.tsx';
import { People } from './people.tsx';
import { Share } from './share.tsx';
import { SessionControls } from './session-controls.tsx';
import { Webhooks } from './webhooks.tsx';

/** The panel for the session as a whole. */
export const MorePanel = () => (
  <div class="panel-scroll more-panel" tabIndex={0} role="region" aria-label="Share and steer">
    <SessionControls />
    <People />
    <Share />
    <Webhooks />
    <ChainState />
  </div>
);
