import type { Message } from '@pairspace/protocol';
import { useSetting } from '../../content/setting.ts';
import { baseUrl } from '../../model/service.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { maySpeak } from './guide.tsx';
import { IconButton } from '../../ui/button.tsx';
import { useShown } from './shown.ts';

/** The actions on a message. */
export const MessageTools = ({ message }: { message: Message }) => {
  const { feed, moment } = useShown();
  return (
    <span class="message-tools">
      <CopyButton label="Copy the text" text={message.content} />
      <CopyButton
        label="Copy a link"
        icon="link"
        text={`${baseUrl}/${useSetting().hrefOf({ seq: message.seq }) ?? ''}`}
      />
      {maySpeak(feed, moment) && (
        <IconButton
          label="Reply"
          title="Reply"
          icon="reply"
          size={14}
          act={() => {
            feed.reply.answer(message);
          }}
        />
      )}
    </span>
  );
};
