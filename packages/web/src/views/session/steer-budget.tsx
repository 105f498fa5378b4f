import type { Pool, Session } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFeed } from './shown.ts';

interface SteerBudgetProps {
  session: Session;
  pool: Pool | undefined;
  onClose: () => void;
}

/** Asks for seats and credits, and sets those that the person changes, both at once. */
export const SteerBudget = ({ session, pool, onClose }: SteerBudgetProps) => {
  const { sessionId, client } = useFeed();
  const [opened] = useState({ seats: String(session.maxAgents), credits: String(pool?.totalCredits ?? '') });
  const [seats, setSeats] = useState(opened.seats);
  const [credits, setCredits] = useState(opened.credits);
  const submit = async (): Promise<void> => {
    await client.steerSession({
      sessionId,
      ...(seats !== opened.seats && { maxAgents: Number(seats) }),
      ...(credits !== opened.credits && { totalCredits: Number(credits) }),
    });
    onClose();
  };
  return (
    <FormDialog title="Seats and budget" onClose={onClose} submit={submit} says="Set">
      <TextField
        label={`Seats for agents; ${String(session.agents.length)} are taken`}
        type="number"
        min={Math.max(2, session.agents.length)}
        max={64}
        required
        autoFocus
        value={seats}
        write={setSeats}
      />
      {pool && (
        <TextField
          label="Credits in all"
          type="number"
          min={0}
          step="any"
          required
          value={credits}
          write={setCredits}
        />
      )}
    </FormDialog>
  );
};
