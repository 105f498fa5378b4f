import { useState } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.tsx';
import { Name } from '../../ui/who.tsx';
import type { Shared } from './place.ts';

interface RemoveAgentProps {
  shared: Shared;
  run: (act: () => Promise<unknown>) => void;
}

/** Takes the seat of an agent. The creator cannot lose its own. */
export const RemoveAgent = ({ shared, run }: RemoveAgentProps) => {
  const { client, sessionId } = shared.feed;
  const [isOpen, setOpen] = useState(false);
  const seats = [...shared.feed.state.seats.values()].filter(({ role }) => role !== 'creator');
  if (seats.length === 0) return null;
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        Remove an agent …
      </button>
      {isOpen && (
        <Dialog
          title="Remove an agent?"
          onClose={() => {
            setOpen(false);
          }}
        >
          <p>Its token stops working and its queued jobs end at once. The invite code is replaced.</p>
          <ul class="plain remove-list">
            {seats.map(({ agentId, agentName }) => (
              <li key={agentId}>
                <span class="cut">
                  <Name title={agentId}>{agentName}</Name>
                </span>
                <button
                  type="button"
                  class="button danger"
                  onClick={() => {
                    setOpen(false);
                    run(() => client.removeAgent({ sessionId, agentId }));
                  }}
                >
                  Remove <Name>{agentName}</Name>
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
};
