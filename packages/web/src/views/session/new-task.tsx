import { useState } from 'preact/hooks';
import { FormDialog, type Submission } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChooseAgent, ChoosePriority } from './task-choices.tsx';
import { useFeed, useMoment } from './shown.ts';

const split = (text: string, by: RegExp): string[] =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The texts of an empty form. All but the title may stay empty. */
const emptyTexts = { title: '', description: '', dependsOn: '', paths: '', labels: '' };

type Texts = typeof emptyTexts;

interface TextsFormProps {
  texts: Texts;
  write: (name: keyof Texts) => (text: string) => void;
}

const Words = ({ texts, write }: TextsFormProps) => (
  <>
    <TextField
      label="Title"
      required
      autoFocus
      maxLength={200}
      value={texts.title}
      write={write('title')}
      autocomplete="off"
      dir="auto"
    />
    <label class="field">
      <span>Description, in Markdown</span>
      <textarea
        class="input"
        rows={4}
        dir="auto"
        value={texts.description}
        onInput={({ currentTarget }) => {
          write('description')(currentTarget.value);
        }}
      />
    </label>
  </>
);

const Conditions = ({ texts, write }: TextsFormProps) => (
  <>
    <TextField
      label="Waits for tasks, by number"
      inputMode="numeric"
      placeholder="1, 2"
      value={texts.dependsOn}
      write={write('dependsOn')}
      autocomplete="off"
    />
    <TextField
      label="Paths that it touches, with commas between"
      placeholder="src/dates/**"
      dir="ltr"
      value={texts.paths}
      write={write('paths')}
      autocomplete="off"
    />
    <TextField
      label="Labels, with commas between"
      value={texts.labels}
      write={write('labels')}
      autocomplete="off"
      dir="auto"
    />
  </>
);

/** The form that creates a task, for any agent or for one. */
export const NewTask = ({ onClose }: { onClose: () => void }) => {
  const moment = useMoment();
  const { client, sessionId } = useFeed();
  const [texts, setTexts] = useState(emptyTexts);
  const [priority, setPriority] = useState(1);
  const [agentId, setAgentId] = useState<string | null>(null);
  const write = (name: keyof Texts) => (text: string) => {
    setTexts((before) => ({ ...before, [name]: text }));
  };
  const submit = async ({ sendOnce }: Submission): Promise<void> => {
    const given = {
      sessionId,
      title: texts.title.trim(),
      description: texts.description,
      dependsOn: split(texts.dependsOn, /[\s,]+/),
      paths: split(texts.paths, /,/),
      labels: split(texts.labels, /,/),
      priority,
      ...(agentId !== null && { offeredTo: agentId }),
    };
    await sendOnce(given, (task, options) => client.createTask(task, options));
    onClose();
  };
  return (
    <FormDialog title="New task" onClose={onClose} submit={submit} says="Create">
      <Words texts={texts} write={write} />
      <div class="form-row">
        <ChoosePriority priority={priority} choose={setPriority} />
        <ChooseAgent seats={moment.state.seats} agentId={agentId} choose={setAgentId} />
      </div>
      <Conditions texts={texts} write={write} />
    </FormDialog>
  );
};
