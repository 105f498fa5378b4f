import { type Recipient, visibleLine } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { tokensOf } from '../../model/kept-tokens.ts';
import { sayFailure } from '../../model/service.ts';
import { Icon } from '../../ui/icon.tsx';
import type { PanelProps } from './place.ts';

/** Nothing wakes this agent now: it reads the message when it comes back by itself. */
const isFar = ({ status, reach }: Recipient): boolean =>
  status === 'offline' || reach?.mode === 'none' || reach?.mode === 'unknown';

interface HumanMessage {
  content: string;
  setContent: (content: string) => void;
  isSending: boolean;
  /** The names of those whom nothing wakes for what was sent last. */
  far: readonly string[];
  why: string;
  send: () => Promise<void>;
}

const useHumanMessage = ({ feed, moment }: PanelProps): HumanMessage => {
  const [content, setContent] = useState('');
  const [isSending, setSending] = useState(false);
  const [far, setFar] = useState<readonly string[]>([]);
  const [why, setWhy] = useState('');
  const send = async (): Promise<void> => {
    setSending(true);
    setWhy('');
    setFar([]);
    try {
      const { recipients } = await feed.client.postHumanMessage({ sessionId: feed.sessionId, content });
      setFar(recipients.filter(isFar).map(({ agentId }) => moment.state.seats.get(agentId)?.agentName ?? agentId));
      setContent('');
    } catch (error) {
      setWhy(sayFailure(error));
    }
    setSending(false);
  };
  return { content, setContent, isSending, far, why, send };
};

/** The text, which Enter sends. */
const GuideText = ({ content, setContent }: Pick<HumanMessage, 'content' | 'setContent'>) => (
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
);

/** A person says something to the agents. The service decides who may: the observer token of the creation. */
export const Guide = (shared: PanelProps) => {
  const { feed, moment } = shared;
  const { content, setContent, isSending, far, why, send } = useHumanMessage(shared);
  const { observer } = tokensOf(feed.sessionId);
  if (observer === undefined || moment.isPast || moment.state.session?.status === 'completed') return null;
  return (
    <form
      class="guide"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <GuideText content={content} setContent={setContent} />
      <button type="submit" class="button primary" disabled={isSending || content.trim() === ''}>
        <Icon name="send" size={14} /> Send
      </button>
      {far.length > 0 && (
        <p role="status" class="faint small">
          Sent. It waits for {visibleLine(far.join(', '))}: nothing can wake them now.
        </p>
      )}
      {why !== '' && (
        <p role="alert" class="failure small">
          {why}
        </p>
      )}
    </form>
  );
};
