import type { ComponentChildren } from 'preact';
import { Icon } from '../../ui/icon.tsx';
import { Name } from '../../ui/who.tsx';
import type { PanelProps } from './place.ts';

interface PanelHeadProps {
  shared: PanelProps;
  title: string;
  children?: ComponentChildren;
}

/** A panel without a tab closes to the panel from which it was opened. */
const before = { thread: undefined, webhook: 'more' } as const;

/** The head of an open item in a panel, with a button that leads back to the list. */
export const PanelHead = ({ shared, title, children }: PanelHeadProps) => {
  const panel = shared.place.panel ?? '';
  return (
    <header class="panel-head">
      <button
        type="button"
        class="button quiet icon"
        aria-label={panel === 'thread' ? 'Close the thread' : 'Back to the list'}
        onClick={() => {
          shared.show({ open: undefined, ...(panel in before && { panel: before[panel as keyof typeof before] }) });
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
};
