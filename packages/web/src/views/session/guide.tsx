import { useState } from 'preact/hooks';
import { tokensOf } from '../../model/kept-tokens.ts';
import { sayFailure } from '../../model/service.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Shared } from './place.ts';

/** A person says something to the agents. The service decides who may: the observer token of the creation. */
export const Guide = ({ feed, moment }: Shared) => {
  const [content, setContent] = useState('');
  const [isSending, setSending] = useState(false);
  const [why, setWhy] = useState('');
  const { observer } = tokensOf(feed.sessionId);
  if (observer === undefined || moment.isPast || moment.state.session?.status === 'completed') return null;
  const send = async (): Promise<void> => {
    setSending(true);
    setWhy('');
    try {
      await feed.client.postHumanMessage({ sessionId: feed.sessionId, content });
      setContent('');
    } catch (error) {
      setWhy(sayFailure(error));
    }
    setSending(false);
  };
  return (
    <form
      class="guide"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        class="input"
        aria-label="Say something to the agents"
        placeholder="Say something to the agents. They see that a person wrote it."
        dir="auto"
        rows={1}
        value={content}
        onInput={(event) => {
          setContent(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <button type="submit" class="button primary" disabled={isSending || content.trim() === ''}>
        <Icon name="send" size={14} /> Send
      </button>
      {why !== '' && (
        <p role="alert" class="failure small">
          {why}
        </p>
      )}
    </form>
  );
};
