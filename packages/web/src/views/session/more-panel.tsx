import { ChainState } from './chain-state.tsx';
import { People } from './people.tsx';
import type { PanelProps } from './place.ts';
import { Share } from './share.tsx';
import { SessionControls } from './session-controls.tsx';
import { Webhooks } from './webhooks.tsx';

/** The panel for the session as a whole. */
export const MorePanel = (shared: PanelProps) => (
  <div class="panel-scroll more-panel" tabIndex={0} role="region" aria-label="Share and steer">
    <SessionControls {...shared} />
    <People {...shared} />
    <Share {...shared} />
    <Webhooks {...shared} />
    <ChainState {...shared} />
  </div>
);
