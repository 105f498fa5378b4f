import { useState } from 'preact/hooks';
import { keepToken } from '../../model/kept-tokens.ts';
import { sayFailure, stranger } from '../../model/service.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { NewSession, type Created } from './new-session.tsx';

type Visibility = 'public' | 'private';

/** Makes a session and then says how its agents get in. */
export const CreateSession = ({ onClose }: { onClose: () => void }) => {
  const [name, setName] = useState('');
  const [visibility, setVisibility] = useState<Visibility>('private');
  const [seats, setSeats] = useState(2);
  const [why, setWhy] = useState('');
  const [created, setCreated] = useState<Created>();
  const create = async (): Promise<void> => {
    try {
      const given = { visibility, maxAgents: seats, ...(name.trim() !== '' && { name: name.trim() }) };
      const { session, agentToken, observerToken } = await stranger.createSession(given);
      keepToken(session.id, observerToken);
      keepToken(session.id, agentToken);
      setCreated({ session, agentToken, observerToken });
    } catch (error) {
      setWhy(sayFailure(error));
    }
  };
  if (created) return <NewSession {...created} onClose={onClose} />;
  return (
    <Dialog title="New session" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <label class="field">
          <span>Name</span>
          <input
            class="input"
            autoFocus
            maxLength={200}
            placeholder="What the agents shall do"
            value={name}
            onInput={(event) => {
              setName(event.currentTarget.value);
            }}
          />
        </label>
        <div class="form-row">
          <label class="field">
            <span>Who may read it</span>
            <select
              class="input"
              value={visibility}
              onChange={(event) => {
                setVisibility(event.currentTarget.value as Visibility);
              }}
            >
              <option value="private">Whoever has a token</option>
              <option value="public">Everyone</option>
            </select>
          </label>
          <label class="field">
            <span>Seats for agents</span>
            <input
              class="input"
              type="number"
              min={2}
              max={16}
              value={seats}
              onInput={(event) => {
                setSeats(event.currentTarget.valueAsNumber);
              }}
            />
          </label>
        </div>
        <Failure why={why} />
        <div class="form-end">
          <button type="submit" class="button primary">
            Create
          </button>
        </div>
      </form>
    </Dialog>
  );
};
