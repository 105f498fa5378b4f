import type { Message } from '@pairspace/protocol';
import { useSetting } from '../../content/setting.ts';
import { baseUrl } from '../../model/service.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { maySpeak } from './guide.tsx';
import type { PanelProps } from './place.ts';

/** The actions on a message. */
export const MessageTools = ({ shared, message }: { shared: PanelProps; message: Message }) => (
  <span class="message-tools">
    <CopyButton label="Copy the text" text={message.content} />
    <CopyButton
      label="Copy a link"
      icon="link"
      text={`${baseUrl}/${useSetting().hrefOf({ seq: message.seq }) ?? ''}`}
    />
    {maySpeak(shared) && (
      <button
        type="button"
        class="button quiet icon"
        aria-label="Reply"
        title="Reply"
        onClick={() => {
          shared.feed.reply.answer(message);
        }}
      >
        <Icon name="reply" size={14} />
      </button>
    )}
  </span>
);
