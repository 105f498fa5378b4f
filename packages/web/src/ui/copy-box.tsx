import { useState } from 'preact/hooks';
import { copyText } from '../lib/copy-text.ts';
import { Icon } from './icon.tsx';
import { Button } from './button.tsx';

/** Lines to copy. The copied text is exactly the shown text. */
export const CopyBox = ({ text, label }: { text: string; label: string }) => {
  const [said, setSaid] = useState('Copy');
  return (
    <div class="copy-box">
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <Button act={() => void copyText(text).then(setSaid)}>
        <Icon name="copy" size={14} />
        <span aria-live="polite">{said}</span>
      </Button>
    </div>
  );
};
