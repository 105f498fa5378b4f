import { visibleText, type Task } from '@pairspace/protocol';
import { shadeOfActor } from '@pairspace/protocol/site';
import { describeStep, reasonOf } from '../../lib/describe-step.ts';
import { plural } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import type { TaskStep } from '../../model/task-history.ts';
import { When } from '../../ui/when.tsx';
import { Name, Named } from '../../ui/who.tsx';
import { Button } from '../../ui/button.tsx';
import { useShown } from './shown.ts';

/** A change of the task; its number leads to the entry in the log. */
const Step = ({ step, before }: { step: TaskStep; before: TaskStep | undefined }) => {
  const { moment, show } = useShown();
  const isNarrow = useIsNarrow();
  const { says, agentId } = describeStep(step, before);
  const reason = reasonOf(step);
  return (
    <li class={shadeOfActor(step.actor)}>
      <span>
        <Named as="b" class="author" name={step.actor.name} /> {says}
        {agentId !== undefined && (
          <>
            {' '}
            <Name title={agentId}>{moment.state.seats.get(agentId)?.agentName ?? agentId}</Name>
          </>
        )}
        {reason !== undefined && (
          <small class="task-reason" dir="auto">
            {visibleText(reason)}
          </small>
        )}
      </span>
      <span class="faint small">
        <When at={step.timestamp} />
      </span>
      <Button
        class="seq num"
        aria-label={`Entry ${String(step.seq)}`}
        act={() => {
          show({ seq: step.seq, ...(isNarrow && { panel: undefined, open: undefined }) });
        }}
      >
        {step.seq}
      </Button>
    </li>
  );
};

/** The history of a task, from the log. The version of a task counts its changes, so missing changes are noticed. */
export const TaskSteps = ({ task }: { task: Task }) => {
  const { feed, moment } = useShown();
  const steps = feed.events.tasks.of(task.id, moment.seq);
  const missing = task.version - steps.length;
  return (
    <>
      <h3 class="label">History</h3>
      {missing > 0 && (
        <p class="faint small">{plural(missing, 'earlier change')} in entries that this page has not read.</p>
      )}
      <ol class="plain task-steps">
        {steps.map((step, index) => {
          const before = steps[index - 1];
          const isNext = before?.version === step.version - 1;
          return <Step key={step.seq} step={step} before={isNext ? before : undefined} />;
        })}
      </ol>
    </>
  );
};
