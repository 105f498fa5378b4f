import { useState } from 'preact/hooks';
import { copyText } from '../lib/copy-text.ts';
import { Icon, type IconName } from './icon.tsx';

interface CopyButtonProps {
  label: string;
  text: string;
  icon?: IconName;
}

/** Puts a text on the clipboard, and says whether it did. */
export const CopyButton = ({ label, text, icon = 'copy' }: CopyButtonProps) => {
  const [said, setSaid] = useState('');
  return (
    <button
      type="button"
      class="button quiet icon"
      aria-label={said === '' ? label : said}
      title={said === '' ? label : said}
      onClick={() => {
        void copyText(text).then((isCopied) => {
          setSaid(isCopied ? 'Copied' : 'The browser refused to copy');
        });
      }}
    >
      <Icon name={said === 'Copied' ? 'check' : icon} size={14} />
    </button>
  );
};
