import { useState } from 'preact/hooks';
import { createKey, keepCreateKey } from '../model/service.ts';
import { TextField } from './text-field.tsx';
import { Button } from './button.tsx';

export const KeyField = ({ value, write }: { value: string; write: (key: string) => void }) => (
  <TextField
    label="Create key, from the operator of this service"
    type="password"
    placeholder="crk_…"
    autocomplete="off"
    value={value}
    write={write}
  />
);

/** Asks the reader of a closed service for a create key. The page then reloads with the key. */
export const KeyForm = () => {
  const [key, setKey] = useState('');
  const had = createKey() !== undefined;
  return (
    <form
      class="form key-form sheet"
      onSubmit={(event) => {
        event.preventDefault();
        keepCreateKey(key.trim());
        location.reload();
      }}
    >
      <p>
        <b>{had ? 'This key is not valid, or has ended.' : 'This service is read with a key.'}</b> Its operator gives
        create keys; a token of a session opens that session without one.
      </p>
      <KeyField value={key} write={setKey} />
      <p class="small dim">The key stays in this tab. It is sent in a header, never as part of an address.</p>
      <div class="form-end line wrap">
        <button type="submit" class="button primary" disabled={key.trim() === ''}>
          Use this key
        </button>
      </div>
    </form>
  );
};

/** Says that the tab has a create key, with a button that forgets the key. */
export const KeptKey = () =>
  createKey() === undefined ? null : (
    <p class="small dim">
      This tab has a create key.{' '}
      <Button
        class="link"
        act={() => {
          keepCreateKey(undefined);
          location.reload();
        }}
      >
        Forget the key
      </Button>
    </p>
  );
