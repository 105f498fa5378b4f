import { type Ask, chosenOption, isApproved, visibleLine } from '@pairspace/protocol';
import { Markdown } from '../../ui/markdown.tsx';
import { When } from '../../ui/when.tsx';
import { Name } from '../../ui/who.tsx';

const endOf = (ask: Ask): string => {
  const { kind, status } = ask;
  if (status === 'expired') return 'Expired: nobody answered in time.';
  if (status === 'withdrawn') return 'Withdrawn.';
  if (kind === 'question') return 'Answered.';
  return isApproved(ask) ? 'Approved.' : 'Not approved.';
};

/** The end of an ask, with the answer and its author. */
export const AskOutcome = ({ ask }: { ask: Ask }) => {
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
