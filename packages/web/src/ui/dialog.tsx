import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from './button.tsx';

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
    // The dialog is closed before it is removed, because the browser restores the focus only on close.
    return () => {
      dialog?.close();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog sheet${wide ? ' is-wide' : ''}`}
      aria-labelledby="dialog-title"
      onClose={() => {
        // The close event may arrive after the dialog was removed.
        if (element.current) onClose();
      }}
      onMouseDown={({ target }) => {
        isPressedOutside.current = target === element.current;
      }}
      onClick={({ target }) => {
        // A click that ends a text selection outside the dialog does not close the dialog.
        if (isPressedOutside.current && target === element.current) element.current?.close();
      }}
    >
      <div class="dialog-box">
        <header class="dialog-head line">
          <h2 id="dialog-title">{title}</h2>
          <IconButton label="Close" icon="close" act={() => element.current?.close()} />
        </header>
        {children}
      </div>
    </dialog>
  );
};
