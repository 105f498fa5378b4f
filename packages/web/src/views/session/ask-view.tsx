import { type Ask, maxWaitSeconds, visibleLine, chosenOption, isApproved } from '@pairspace/protocol';
import { useEffect, useState } from 'preact/hooks';
import { hrefOf } from '../../lib/route.ts';
import { needsKey, readerOf, sayFailure } from '../../model/service.ts';
import { readCurrentIdentity } from '../../model/current-identity.ts';
import { keepReading } from '../../lib/keep-reading.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { KeyForm } from '../../ui/key-form.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { When } from '../../ui/when.tsx';
import { Name } from '../../ui/who.tsx';
import { AskForm } from './ask-form.tsx';

const endOf = (ask: Ask): string => {
  const { kind, status } = ask;
  if (status === 'expired') return 'Expired: nobody answered in time.';
  if (status === 'withdrawn') return 'Withdrawn.';
  if (kind === 'question') return 'Answered.';
  return isApproved(ask) ? 'Approved.' : 'Not approved.';
};

/** The end of an ask, with the answer and its author. */
const AskOutcome = ({ ask }: { ask: Ask }) => {
  const { answer } = ask;
  const words = answer?.text ?? '';
  const option = chosenOption(ask);
  return (
    <div>
      <p role="status">
        <b>{endOf(ask)}</b>
      </p>
      {answer && (
        <p>
          {option && <span dir="auto">{visibleLine(option.label)}, </span>}
          by <Name title={answer.by.id}>{answer.by.name}</Name>
          {answer.vouched && ', vouched for by the operator'}, <When at={answer.at} isWhole />
        </p>
      )}
      {words !== '' && <Markdown text={words} />}
    </div>
  );
};

interface AskViewProps {
  sessionId: string;
  askId: string;
}

const pauseMs = 1000;

/** Reads the ask, and follows it until it has ended, the service refuses it, or the page is left. */
const useAsk = ({ sessionId, askId }: AskViewProps) => {
  const [ask, setAsk] = useState<Ask>();
  const [failure, fail] = useState<unknown>();
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const follow = async (): Promise<void> => {
      let wait = 0;
      const tell = (error: unknown): void => {
        // After an outage the page waits for no change, but says at once that the service answers.
        wait = 0;
        if (!signal.aborted) fail(error);
      };
      while (!signal.aborted) {
        const read = await keepReading(
          () => readerOf(sessionId).getAsk({ sessionId, askId, wait }, { signal }),
          signal,
          tell,
        );
        if (!read) return;
        fail(undefined);
        setAsk(read);
        if (read.status !== 'open') return;
        wait = maxWaitSeconds;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    };
    void follow();
    return () => {
      left.abort();
    };
  }, [sessionId, askId]);
  return { ask, failure, setAsk };
};

/** The form with the answers, once the identity of the reader is known. */
const Answers = ({ ask, onEnd }: { ask: Ask; onEnd: (ask: Ask) => void }) => {
  const { state, value } = useLoaded((signal) => readCurrentIdentity(ask.sessionId, signal), [ask.sessionId]);
  return state === 'loading' ? null : <AskForm ask={ask} identity={value} onEnd={onEnd} />;
};

const Question = ({ ask, onEnd }: { ask: Ask; onEnd: (ask: Ask) => void }) => (
  <article class="ask-page" aria-label="Ask">
    <p class="small dim">
      <Name title={ask.askedBy.agentId}>{ask.askedBy.agentName}</Name>{' '}
      {ask.kind === 'approval' ? 'asks for your approval' : 'asks'}, <When at={ask.createdAt} isWhole />
    </p>
    <h1 dir="auto">{visibleLine(ask.title)}</h1>
    {ask.details !== '' && <Markdown text={ask.details} />}
    {ask.status === 'open' ? (
      <>
        <Answers ask={ask} onEnd={onEnd} />
        <p class="small dim">
          Open until <When at={ask.expiresAt} isWhole />
          {ask.requires === 'vouched' && '. It is for the operator, and for people for whom the operator vouches'}.
        </p>
      </>
    ) : (
      <AskOutcome ask={ask} />
    )}
  </article>
);

/** An ask alone, to answer on a phone. */
export const AskView = (props: AskViewProps) => {
  const { ask, failure, setAsk } = useAsk(props);
  return (
    <PageFrame title={ask ? visibleLine(ask.title) : 'Ask'} at="sessions">
      {ask && <Question ask={ask} onEnd={setAsk} />}
      {!ask && failure === undefined && (
        <p class="empty" role="status">
          <span class="spinner" aria-hidden="true" /> Opening the ask
        </p>
      )}
      {failure !== undefined &&
        (needsKey(failure) ? (
          <KeyForm />
        ) : (
          <div class="empty" role="alert">
            <p>{sayFailure(failure)}</p>
            <TryAgain />
          </div>
        ))}
      <p>
        <a href={hrefOf(['s', props.sessionId])}>To the session</a>
      </p>
    </PageFrame>
  );
};
