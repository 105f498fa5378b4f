import type { WebhookEvent } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { FormDialog, type Submission } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFeed } from './shown.ts';

/** The events that most receivers want. The HTTP interface offers more. */
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

/** Asks for the URL, the events and the secret of a new webhook. */
export const AddWebhook = ({ onClose }: { onClose: () => void }) => {
  const { client, sessionId } = useFeed();
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['message.created']);
  const add = async ({ sendOnce }: Submission): Promise<void> => {
    const signing = secret === '' ? {} : { secret };
    const given = { url: url.trim(), events: [...events], sessionId, ...signing };
    await sendOnce(given, (webhook, options) => client.createWebhook(webhook, options));
    onClose();
  };
  return (
    <FormDialog title="Add a webhook" onClose={onClose} submit={add} says="Add" canSubmit={events.length > 0}>
      <TextField
        label="URL that gets the events"
        type="url"
        required
        autoFocus
        placeholder="https://example.com/hooks"
        value={url}
        autocomplete="off"
        write={setUrl}
      />
      <EventChoices chosen={events} choose={setEvents} />
      <TextField
        label="Secret that signs each delivery; it is not shown again"
        type="password"
        value={secret}
        autocomplete="off"
        write={setSecret}
      />
    </FormDialog>
  );
};
