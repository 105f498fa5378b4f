import { isEndedTask, type Task } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { useAction } from '../../lib/use-action.ts';
import { Failure } from '../../ui/failure.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChooseAgent, ChoosePriority } from './task-choices.tsx';
import { mayChange, mayDirect, sayTaskFailure } from './task-rights.ts';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useFeed, useMoment, useShown } from './shown.ts';

const steps = {
  cancel: { says: 'Cancel', title: 'Cancel this task?', call: 'cancelTask' },
  release: { says: 'Release', title: 'Take this task from its owner?', call: 'releaseTask' },
  reopen: { says: 'Reopen', title: 'Open this task again?', call: 'reopenTask' },
} as const;

type Step = keyof typeof steps;

const stepsOf = ({ status }: Task): readonly Step[] => {
  if (isEndedTask(status)) return ['reopen'];
  return status === 'working' ? ['release', 'cancel'] : ['cancel'];
};

/** Asks for a reason, which the agents are told, and then takes the step. */
const AskReason = ({ task, step, onClose }: { task: Task; step: Step; onClose: () => void }) => {
  const { client, sessionId } = useFeed();
  const [reason, setReason] = useState('');
  const { says, title, call } = steps[step];
  const submit = async (): Promise<void> => {
    const told = reason.trim();
    await client[call]({ sessionId, taskId: task.id, ...(told !== '' && { reason: told }) });
    onClose();
  };
  return (
    <FormDialog title={title} onClose={onClose} submit={submit} says={`${says} task ${String(task.number)}`}>
      <TextField
        label="Why, for the agents; may stay empty"
        value={reason}
        write={setReason}
        maxLength={500}
        autoFocus
        autocomplete="off"
      />
    </FormDialog>
  );
};

/** Fields whose changes are saved at once. A task in work cannot be offered to an agent. */
const Fields = ({ task }: { task: Task }) => {
  const moment = useMoment();
  const { client, sessionId } = useFeed();
  const { why, isBusy, run } = useAction(sayTaskFailure);
  const change = (fields: { priority: number } | { offeredTo: string | null }): void => {
    run(() => client.updateTask({ sessionId, taskId: task.id, expectedVersion: task.version, ...fields }));
  };
  return (
    <>
      <div class="form-row">
        <ChoosePriority
          priority={task.priority}
          isBusy={isBusy}
          choose={(priority) => {
            change({ priority });
          }}
        />
        {task.status !== 'working' && (
          <ChooseAgent
            seats={moment.state.seats}
            agentId={task.offeredTo}
            isBusy={isBusy}
            choose={(offeredTo) => {
              change({ offeredTo });
            }}
          />
        )}
      </div>
      <Failure why={why} />
    </>
  );
};

/** The actions of whoever directs the tasks. The service decides; the page only offers them. */
export const TaskActions = ({ task }: { task: Task }) => {
  const { feed, moment } = useShown();
  const [asked, ask] = useState<Step>();
  if (!mayDirect(feed, moment)) return null;
  const changes = mayChange(feed, moment, task);
  const offered = stepsOf(task).filter((step) => changes || step === 'cancel');
  if (offered.length === 0) return null;
  return (
    <div class="task-actions grid">
      {changes && !isEndedTask(task.status) && <Fields task={task} />}
      <div class="actions">
        {offered.map((step) => (
          <Button key={step} class={step === 'cancel' ? 'button danger' : 'button'} act={calling(ask, step)}>
            {steps[step].says} …
          </Button>
        ))}
      </div>
      {asked && <AskReason task={task} step={asked} onClose={calling(ask, undefined)} />}
    </div>
  );
};
