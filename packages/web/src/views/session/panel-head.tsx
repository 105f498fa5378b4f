import type { ComponentChildren } from 'preact';
import { Named } from '../../ui/who.tsx';
import { IconButton } from '../../ui/button.tsx';
import { usePlace } from './shown.ts';

/** A panel without a tab closes to the panel from which it was opened. */
const before = { thread: undefined, webhook: 'more' } as const;

/** The head of an open item in a panel, with a button that leads back to the list. */
export const PanelHead = ({ title, children }: { title: string; children?: ComponentChildren }) => {
  const { place, show } = usePlace();
  const panel = place.panel ?? '';
  return (
    <header class="panel-head line">
      <IconButton
        icon="back"
        label={panel === 'thread' ? 'Close the thread' : 'Back to the list'}
        act={() => {
          show({ open: undefined, ...(panel in before && { panel: before[panel as keyof typeof before] }) });
        }}
      />
      <Named as="h2" dir="auto" name={title} />
      {children}
    </header>
  );
};
