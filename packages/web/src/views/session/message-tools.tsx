import type { Message } from '@pairspace/protocol';
import { useSetting } from '../../content/setting.ts';
import { baseUrl } from '../../model/service.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { maySpeak } from './guide.tsx';
import type { PanelProps } from './place.ts';
import { IconButton } from '../../ui/button.tsx';

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
      <IconButton
        label="Reply"
        title="Reply"
        icon="reply"
        size={14}
        act={() => {
          shared.feed.reply.answer(message);
        }}
      />
    )}
  </span>
);
