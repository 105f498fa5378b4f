import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
}

/** A `<dialog>` element: the browser keeps the focus in it, closes it with Escape, and gives the focus back. */
export const Dialog = ({ title, onClose, children, wide = false }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // The browser gives the focus back only when the dialog closes, so a dialog that is taken away closes first.
    return () => {
      dialog?.close();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog${wide ? ' is-wide' : ''}`}
      aria-labelledby="dialog-title"
      onClose={() => {
        // The browser says later that a dialog has closed: this one may be gone then.
        if (element.current) onClose();
      }}
      onMouseDown={({ target }) => {
        isPressedOutside.current = target === element.current;
      }}
      onClick={({ target }) => {
        // The click after a selection that was drawn from a text to the outside closes nothing.
        if (isPressedOutside.current && target === element.current) element.current?.close();
      }}
    >
      <div class="dialog-box">
        <header class="dialog-head">
          <h2 id="dialog-title">{title}</h2>
          <button type="button" class="button quiet icon" aria-label="Close" onClick={() => element.current?.close()}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
};
