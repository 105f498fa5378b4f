import type { ComponentChildren } from 'preact';
import { useAction } from '../lib/use-action.ts';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';

interface FormDialogProps {
  title: string;
  onClose: () => void;
  /** Submits the form. The dialog shows why the promise was rejected, or the sentence that `refuse` was given. */
  submit: (refuse: (why: string) => void) => Promise<void>;
  /** The label of the button. */
  says: string;
  canSubmit?: boolean;
  /** The fields. */
  children: ComponentChildren;
}

/** A dialog with a form, which stays open with the reason when the submission fails. */
export const FormDialog = ({ title, onClose, submit, says, canSubmit = true, children }: FormDialogProps) => {
  const { isBusy, why, setWhy, run } = useAction();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          run(() => submit(setWhy));
        }}
      >
        {children}
        <Failure why={why} />
        <div class="form-end">
          <button type="submit" class="button primary" disabled={!canSubmit} aria-disabled={isBusy}>
            {says}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
