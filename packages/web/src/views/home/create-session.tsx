import { useState } from 'preact/hooks';
import { keepToken } from '../../model/kept-tokens.ts';
import { createKey, keepCreateKey, needsKey, stranger } from '../../model/service.ts';
import { KeyField } from '../../ui/key-form.tsx';
import { FormDialog, type Submission } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { NewSession, type Created } from './new-session.tsx';

const visibilities = [
  ['private', 'Whoever has a token'],
  ['public', 'Everyone'],
] as const;

type Visibility = (typeof visibilities)[number][0];

const VisibilityField = ({ value, choose }: { value: Visibility; choose: (value: Visibility) => void }) => (
  <label class="field">
    <span>Who may read it</span>
    <Select value={value} choices={visibilities} choose={choose} />
  </label>
);

/** Makes a session and then says how its agents get in. */
export const CreateSession = ({ onClose }: { onClose: () => void }) => {
  const [name, setName] = useState('');
  const [visibility, setVisibility] = useState<Visibility>('private');
  const [seats, setSeats] = useState(2);
  const [created, setCreated] = useState<Created>();
  const [key, setKey] = useState('');
  const [isClosed, setClosed] = useState(false);
  const create = async ({ refuse, sendOnce }: Submission): Promise<void> => {
    if (key.trim() !== '') keepCreateKey(key.trim());
    const given = { visibility, maxAgents: seats, ...(name.trim() !== '' && { name: name.trim() }) };
    const sent = sendOnce(given, (session, options) => stranger.createSession(session, options));
    const made = await sent.catch((error: unknown) => {
      if (!needsKey(error)) throw error;
      setClosed(true);
      refuse(
        createKey() === undefined
          ? 'On this service sessions are created with a key, which its operator gives.'
          : 'This key is not valid, or has ended.',
      );
    });
    if (!made) return;
    const { session, agentToken, observerToken } = made;
    keepToken(session.id, observerToken);
    keepToken(session.id, agentToken);
    setCreated({ session, agentToken, observerToken });
  };
  if (created) return <NewSession {...created} onClose={onClose} />;
  return (
    <FormDialog title="New session" onClose={onClose} submit={create} says="Create">
      <TextField
        label="Name"
        autoFocus
        maxLength={200}
        placeholder="What the agents shall do"
        value={name}
        write={setName}
      />
      <div class="form-row">
        <VisibilityField value={visibility} choose={setVisibility} />
        <TextField
          label="Seats for agents"
          type="number"
          min={2}
          max={64}
          value={String(seats)}
          write={(text) => {
            setSeats(text === '' ? NaN : Number(text));
          }}
        />
      </div>
      {isClosed && <KeyField value={key} write={setKey} />}
    </FormDialog>
  );
};
