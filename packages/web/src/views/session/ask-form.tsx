import { type Ask, type AskOption, usualOptions, visibleLine } from '@pairspace/protocol';
import { useId } from 'preact/hooks';
import { answererOf, whyNotAnswered } from '../../model/answerer.ts';
import { draftsOf } from '../../model/drafts.ts';
import { useAction } from '../../lib/use-action.ts';
import { useStore } from '../../lib/use-store.ts';
import type { CurrentIdentity } from '../../model/current-identity.ts';
import { Failure } from '../../ui/failure.tsx';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';

interface AskFormProps {
  ask: Ask;
  identity: CurrentIdentity | undefined;
  /** Called with the ended ask, after the service has accepted the answer. */
  onEnd?: (ask: Ask) => void;
}

const isUsual = (options: readonly AskOption[]): boolean =>
  options.every(({ id, label, approves }) =>
    usualOptions.some((usual) => usual.id === id && usual.label === label && usual.approves === approves),
  );

/** Whether an option approves, in words, unless all options are the usual ones. An agent's own label could mislead. */
const meaning = ({ kind, options }: Ask, { approves }: AskOption): string | undefined =>
  kind === 'question' || isUsual(options) ? undefined : approves ? 'approves' : 'does not approve';

/** The answers to choose from, or why nobody in this tab may answer. */
export const AskForm = ({ ask, identity, onEnd }: AskFormProps) => {
  const { reply } = draftsOf(ask.sessionId);
  useStore(reply);
  const text = reply.textIn(ask.id);
  const { isBusy, why, run } = useAction();
  const field = useId();
  const answerer = answererOf(ask, identity);
  if (!answerer) return <p class="small dim">{whyNotAnswered(ask, identity)}</p>;
  const answer = (optionId?: string): void => {
    const { sessionId, id: askId } = ask;
    const words = text.trim() === '' ? undefined : text;
    run(async () => {
      const ended = await answerer.client.answerAsk({ sessionId, askId, optionId, text: words });
      reply.write(askId, '');
      onEnd?.(ended);
    });
  };
  return (
    <div class="ask-form grid">
      {ask.freeText && (
        <label class="field" for={field}>
          <span>{ask.options.length === 0 ? 'Your answer' : 'A word with your answer; may stay empty'}</span>
          <textarea
            id={field}
            class="input"
            rows={2}
            dir="auto"
            value={text}
            onInput={({ currentTarget }) => {
              reply.write(ask.id, currentTarget.value);
            }}
          />
        </label>
      )}
      <div class="actions">
        {ask.options.map((option) => {
          const means = meaning(ask, option);
          return (
            <Button
              key={option.id}
              class={option.approves ? 'button primary' : 'button'}
              aria-disabled={isBusy}
              act={calling(answer, option.id)}
            >
              <span dir="auto">{visibleLine(option.label)}</span>
              {means !== undefined && <small>{means}</small>}
            </Button>
          );
        })}
        {ask.options.length === 0 && (
          <Button
            class="button primary"
            disabled={text.trim() === ''}
            aria-disabled={isBusy}
            act={calling(answer)}
            says="Answer"
          />
        )}
      </div>
      {answerer.isOperator && <p class="small dim">You answer as the operator.</p>}
      <Failure why={why} />
    </div>
  );
};
