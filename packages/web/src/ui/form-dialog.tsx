import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { createSendOnce, type SendOnce } from '../lib/send-once.ts';
import { useAction } from '../lib/use-action.ts';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';

/** The functions that a dialog gives to the submission of its form. */
export interface Submission {
  /** Shows a sentence about why the form is refused. */
  refuse: (why: string) => void;
  /** Sends a request that creates something, so that a second submission after a lost answer creates nothing more. */
  sendOnce: SendOnce;
}

interface FormDialogProps {
  title: string;
  onClose: () => void;
  /** Submits the form. The dialog shows why the promise was rejected. */
  submit: (submission: Submission) => Promise<void>;
  /** The label of the button. */
  says: string;
  canSubmit?: boolean;
  /** The fields. */
  children: ComponentChildren;
}

/** A dialog with a form, which stays open with the reason when the submission fails. */
export const FormDialog = ({ title, onClose, submit, says, canSubmit = true, children }: FormDialogProps) => {
  const { isBusy, why, setWhy, run } = useAction();
  const [sendOnce] = useState(createSendOnce);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          run(() => submit({ refuse: setWhy, sendOnce }));
        }}
      >
        {children}
        <Failure why={why} />
        <div class="form-end line wrap">
          <button type="submit" class="button primary" disabled={!canSubmit} aria-disabled={isBusy}>
            {says}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
