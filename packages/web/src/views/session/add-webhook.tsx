import type { WebhookEvent } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { sayFailure } from '../../model/service.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import type { Shared } from './place.ts';

/** Events that a receiver mostly wants; the interface knows all of them. */
const choices: readonly (readonly [WebhookEvent, string])[] = [
  ['message.created', 'Messages'],
  ['note.created', 'New notes'],
  ['note.updated', 'Changed notes'],
  ['file.updated', 'Files'],
  ['job.updated', 'Jobs'],
  ['session.joined', 'Who joins'],
  ['session.paused', 'Pauses'],
  ['session.completed', 'The end of the session'],
];

interface EventChoicesProps {
  chosen: readonly WebhookEvent[];
  choose: (events: readonly WebhookEvent[]) => void;
}

const EventChoices = ({ chosen, choose }: EventChoicesProps) => (
  <fieldset class="field choices">
    <legend>Events</legend>
    {choices.map(([name, says]) => (
      <label key={name}>
        <input
          type="checkbox"
          checked={chosen.includes(name)}
          onChange={({ currentTarget }) => {
            choose(currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name));
          }}
        />
        {says}
      </label>
    ))}
  </fieldset>
);

/** Asks where events go to, and which. */
export const AddWebhook = ({ shared, onClose }: { shared: Shared; onClose: () => void }) => {
  const { client, sessionId } = shared.feed;
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['message.created']);
  const [why, setWhy] = useState('');
  const add = async (): Promise<void> => {
    try {
      await client.createWebhook({
        url: url.trim(),
        events: [...events],
        sessionId,
        ...(secret !== '' && { secret }),
      });
      onClose();
    } catch (error) {
      setWhy(sayFailure(error));
    }
  };
  return (
    <Dialog title="Add a webhook" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label class="field">
          <span>URL that gets the events</span>
          <input
            class="input"
            type="url"
            required
            autoFocus
            placeholder="https://example.com/hooks"
            value={url}
            autocomplete="off"
            onInput={(event) => {
              setUrl(event.currentTarget.value);
            }}
          />
        </label>
        <EventChoices chosen={events} choose={setEvents} />
        <label class="field">
          <span>Secret that signs each delivery; it is not shown again</span>
          <input
            class="input"
            type="password"
            value={secret}
            autocomplete="off"
            onInput={(event) => {
              setSecret(event.currentTarget.value);
            }}
          />
        </label>
        <Failure why={why} />
        <div class="form-end">
          <button type="submit" class="button primary" disabled={events.length === 0}>
            Add
          </button>
        </div>
      </form>
    </Dialog>
  );
};
