import type { KeyAction } from '../lib/use-keys.ts';
import { Dialog } from './dialog.tsx';

export const KeyHelp = ({ keys, onClose }: { keys: readonly KeyAction[]; onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <dl class="key-list grid">
      {keys.map(({ key, says }) => (
        <div key={key}>
          <dt>
            <kbd class="kbd">{key === ' ' ? 'Space' : key}</kbd>
          </dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
