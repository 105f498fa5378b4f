import type { Pool, Session } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { SessionFeed } from '../../model/session-feed.ts';

interface SteerBudgetProps {
  feed: SessionFeed;
  session: Session;
  pool: Pool | undefined;
  onClose: () => void;
}

/** Asks for seats and credits, and sets both at once. */
export const SteerBudget = ({ feed, session, pool, onClose }: SteerBudgetProps) => {
  const [seats, setSeats] = useState(String(session.maxAgents));
  const [credits, setCredits] = useState(String(pool?.totalCredits ?? ''));
  const submit = async (): Promise<void> => {
    const { sessionId, client } = feed;
    await client.steerSession({ sessionId, maxAgents: Number(seats), ...(pool && { totalCredits: Number(credits) }) });
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
