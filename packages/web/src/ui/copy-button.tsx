import { useState } from 'preact/hooks';
import { copyText } from '../lib/copy-text.ts';
import { IconButton } from './button.tsx';
import type { IconName } from './icon.tsx';

/** Puts a text on the clipboard, and says whether it did. */
export const CopyButton = ({ label, text, icon = 'copy' }: { label: string; text: string; icon?: IconName }) => {
  const [outcome, setSaid] = useState('');
  const said = outcome === '' ? label : outcome;
  return (
    <IconButton
      label={said}
      title={said}
      icon={said === 'Copied' ? 'check' : icon}
      size={14}
      act={() => void copyText(text, 'The browser refused to copy').then(setSaid)}
    />
  );
};
