import type { ComponentChildren } from 'preact';
import { Icon } from '../../ui/icon.tsx';
import { Name } from '../../ui/who.tsx';
import type { Shared } from './place.ts';

interface PanelHeadProps {
  shared: Shared;
  title: string;
  children?: ComponentChildren;
}

/** The head of what is open in a panel, with the way back to its list. */
export const PanelHead = ({ shared, title, children }: PanelHeadProps) => (
  <header class="panel-head">
    <button
      type="button"
      class="button quiet icon"
      aria-label={shared.place.panel === 'thread' ? 'Close the thread' : 'Back to the list'}
      onClick={() => {
        shared.show({ open: undefined, ...(shared.place.panel === 'thread' && { panel: undefined }) });
      }}
    >
      <Icon name="back" />
    </button>
    <h2 dir="auto">
      <Name>{title}</Name>
    </h2>
    {children}
  </header>
);
