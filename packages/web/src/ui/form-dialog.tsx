import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { sayFailure } from '../model/service.ts';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';

interface FormDialogProps {
  title: string;
  onClose: () => void;
  /** Submits the form. The dialog shows the message of its error, and the sentence given to `refuse`. */
  submit: (refuse: (why: string) => void) => Promise<void>;
  /** The label of the button. */
  says: string;
  canSubmit?: boolean;
  /** The fields. */
  children: ComponentChildren;
}

/** A dialog that asks for something, and stays while it cannot be done. */
export const FormDialog = ({ title, onClose, submit, says, canSubmit = true, children }: FormDialogProps) => {
  const [why, setWhy] = useState('');
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit(setWhy).catch((error: unknown) => {
            setWhy(sayFailure(error));
          });
        }}
      >
        {children}
        <Failure why={why} />
        <div class="form-end">
          <button type="submit" class="button primary" disabled={!canSubmit}>
            {says}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
