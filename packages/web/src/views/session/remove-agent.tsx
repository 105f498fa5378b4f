import type { Seat } from '@pairspace/protocol';
import { useOpen } from '../../lib/use-open.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Name, Named } from '../../ui/who.tsx';
import { Button } from '../../ui/button.tsx';
import { useFeed } from './shown.ts';

interface ChooseAgentProps {
  seats: readonly Seat[];
  remove: (agentId: string) => void;
  onClose: () => void;
}

/** Asks which agent to remove. `seats` are the seats of the agents that can be removed. */
const ChooseAgent = ({ seats, remove, onClose }: ChooseAgentProps) => (
  <Dialog title="Remove an agent?" onClose={onClose}>
    <p>Its token stops working and its queued jobs end at once. The invite code is replaced.</p>
    <ul class="plain remove-list">
      {seats.map(({ agentId, agentName }) => (
        <li key={agentId}>
          <Named as="span" class="cut" title={agentId} name={agentName} />
          <Button
            class="button danger"
            act={() => {
              onClose();
              remove(agentId);
            }}
          >
            Remove <Name>{agentName}</Name>
          </Button>
        </li>
      ))}
    </ul>
  </Dialog>
);

/** Removes an agent from its seat. The creator cannot be removed. */
export const RemoveAgent = ({ run }: { run: (act: () => Promise<unknown>) => void }) => {
  const feed = useFeed();
  const { client, sessionId } = feed;
  const [isOpen, open, close] = useOpen();
  const seats = [...feed.state.seats.values()].filter(({ role }) => role !== 'creator');
  if (seats.length === 0) return null;
  const remove = (agentId: string): void => {
    run(() => client.removeAgent({ sessionId, agentId }));
  };
  return (
    <>
      <Button act={open}>Remove an agent …</Button>
      {isOpen && <ChooseAgent seats={seats} remove={remove} onClose={close} />}
    </>
  );
};
