import { useState } from 'preact/hooks';
import { copyText } from '../lib/copy-text.ts';
import { Icon } from './icon.tsx';

/** Lines to copy. The copied text is exactly the shown text. */
export const CopyBox = ({ text, label }: { text: string; label: string }) => {
  const [said, setSaid] = useState('');
  const copy = (): void => {
    void copyText(text).then((isCopied) => {
      setSaid(isCopied ? 'Copied' : 'Select and copy');
    });
  };
  return (
    <div class="copy-box">
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <button type="button" class="button" onClick={copy}>
        <Icon name="copy" size={14} />
        <span aria-live="polite">{said === '' ? 'Copy' : said}</span>
      </button>
    </div>
  );
};
