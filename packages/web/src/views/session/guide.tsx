import { type Message, type Recipient, visibleLine } from '@pairspace/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import { keptText } from '../../model/kept-text.ts';
import { isInHost } from '../../model/service.ts';
import { hasRight } from '../../model/current-identity.ts';
import { nameOfActor } from '../../lib/person-name.ts';
import { useAction } from '../../lib/use-action.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { useStore } from '../../lib/use-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Name } from '../../ui/who.tsx';
import { GuideText } from './guide-text.tsx';
import { sayRights } from './say-rights.ts';
import { IconButton } from '../../ui/button.tsx';
import { useFeed, useMoment, useShown } from './shown.ts';
import type { Moment } from './use-moment-at.ts';
import type { SessionFeed } from '../../model/session-feed.ts';

/** The name under which the person at this browser speaks; asked for once. */
const { get: keptName, keep: keepName } = keptText('pairspace.name', () => localStorage);

/**
 * Why nothing wakes this agent now; undefined if something does. The agent then reads the message when it comes back.
 */
const whyFar = ({ status, reach }: Recipient): string | undefined => {
  if (status === 'offline') return 'gone silent';
  return reach?.mode === 'none' || reach?.mode === 'unknown' ? 'unreachable' : undefined;
};

interface HumanMessage {
  content: string;
  setContent: (content: string) => void;
  isSending: boolean;
  /** The recipients of the last message that nothing wakes, each with the reason. */
  far: readonly string[];
  why: string;
  /** Sends the message, unless another message is being sent. */
  send: (name: string, replyTo: Message | undefined) => void;
}

const useHumanMessage = (threadId: string | undefined): HumanMessage => {
  const { feed, moment } = useShown();
  const { reply } = feed;
  const content = reply.textIn(threadId);
  const { isBusy: isSending, why, run } = useAction();
  const [far, setFar] = useState<readonly string[]>([]);
  const sayFar = (recipient: Recipient): readonly string[] => {
    const reason = whyFar(recipient);
    const { agentName = recipient.agentId } = moment.state.seats.get(recipient.agentId) ?? {};
    return reason === undefined ? [] : [`${visibleLine(agentName)} (${reason})`];
  };
  const setContent = (text: string): void => {
    reply.write(threadId, text);
  };
  const post = async (name: string, replyTo: Message | undefined): Promise<void> => {
    setFar([]);
    const said = {
      sessionId: feed.sessionId,
      content,
      ...(name !== '' && { name }),
      ...(replyTo && { replyTo: replyTo.id }),
    };
    const { recipients } = await reply.sendOnce(said, (given, options) => feed.client.postHumanMessage(given, options));
    setFar(recipients.flatMap(sayFar));
    // During the request the person may have continued to write, or may have chosen another message.
    const text = reply.textIn(threadId);
    if (text.startsWith(content)) setContent(text.slice(content.length));
    if (threadId === undefined && reply.to === replyTo) reply.answer(undefined);
  };
  const send = (name: string, replyTo: Message | undefined): void => {
    run(() => post(name, replyTo));
  };
  return { content, setContent, isSending, far, why, send };
};

const Answering = ({ to, onEnd }: { to: Message; onEnd: () => void }) => (
  <p class="small guide-reply line">
    <span class="cut grow">
      In reply to <Name>{nameOfActor({ kind: to.authorRole, name: to.authorName })}</Name> #{to.seq}:{' '}
      {visibleLine(to.content.slice(0, 100))}
    </span>
    <IconButton label="Do not reply to it" icon="close" size={14} act={onEnd} />
  </p>
);

interface GuideFormProps {
  /** The message to which the new one replies. The form names it above the field, unless the form stands below it. */
  to: Message | undefined;
  isBelow: boolean;
}

const GuideForm = ({ to, isBelow }: GuideFormProps) => {
  const { feed, moment, show } = useShown();
  const { content, setContent, isSending, far, why, send } = useHumanMessage(isBelow ? to?.id : undefined);
  const [name, setName] = useState('');
  const known = keptName() ?? '';
  const form = useRef<HTMLFormElement>(null);
  const isNarrow = useIsNarrow();
  const { reply } = feed;
  const focus = (): void => {
    form.current?.querySelector('textarea')?.focus();
  };
  useKeys(isBelow ? [] : [{ key: 'c', says: '', act: focus }]);
  useEffect(() => {
    if (!to || isBelow) return;
    // On a phone an open panel covers the field.
    if (isNarrow) show({ panel: undefined, open: undefined });
    focus();
  }, [to]);
  // A person with a link of their own speaks under the name of the link.
  const isNamed = feed.identity?.person?.givesRights === false;
  const submit = (): void => {
    if (content.trim() === '') return;
    const speaker = isNamed ? '' : known === '' ? name.trim() : known;
    if (!isNamed) keepName(speaker);
    send(speaker, to);
  };
  return (
    <form
      class="guide"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {to && !isBelow && (
        <Answering
          to={to}
          onEnd={() => {
            reply.answer(undefined);
          }}
        />
      )}
      {!isNamed && known === '' && (
        <input
          class="input guide-name"
          aria-label="Your name, as the agents read it"
          placeholder="Your name"
          maxLength={100}
          autocomplete="name"
          value={name}
          onInput={({ currentTarget }) => {
            setName(currentTarget.value);
          }}
        />
      )}
      <GuideText
        label={isBelow ? 'Reply in this thread' : 'Say something to the agents'}
        content={content}
        setContent={setContent}
        seats={moment.state.seats}
      />
      <button type="submit" class="button primary" disabled={isSending || content.trim() === ''}>
        <Icon name="send" size={14} /> Send
      </button>
      {far.length > 0 && (
        <p role="status" class="faint small">
          Sent. Not reached now: {far.join(', ')}.
        </p>
      )}
      <Failure why={why} class="failure small" />
    </form>
  );
};

const goesOn = (moment: Moment): boolean => !moment.isPast && moment.state.session?.status !== 'completed';

/** Whether the reader may say something now. */
export const maySpeak = ({ identity }: SessionFeed, moment: Moment): boolean =>
  hasRight(identity, 'speak') && goesOn(moment);

/** Says why there is no field for a message. */
const ReadingAlong = () => {
  const moment = useMoment();
  const { identity } = useFeed();
  if (!identity || identity.agent || isInHost() || !goesOn(moment)) return null;
  const { person } = identity;
  return (
    <p class="guide-none small dim">
      {person ? (
        <>
          You read along as <Name>{person.name}</Name>: your link {sayRights(person)}; it writes no messages.
        </>
      ) : (
        'You read along. Who may write opens the session with their own link.'
      )}
    </p>
  );
};

/** The form in which a person writes to the agents: at the end of the log, or in the open thread. */
export const Guide = ({ thread }: { thread?: Message }) => {
  const { feed, moment } = useShown();
  useStore(feed.reply);
  if (!maySpeak(feed, moment)) return thread ? null : <ReadingAlong />;
  return <GuideForm to={thread ?? feed.reply.to} isBelow={thread !== undefined} />;
};
