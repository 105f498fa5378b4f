import { useEffect } from 'preact/hooks';
import { listen } from './listen.ts';

export interface KeyAction {
  /** A value of `KeyboardEvent.key`. */
  key: string;
  says: string;
  act: () => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Acts on single keys, unless somebody types or a dialog is open. */
export const useKeys = (actions: readonly KeyAction[]): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      if (event.key === ' ' && event.target instanceof HTMLElement && event.target.closest('button, a, summary'))
        return;
      const action = actions.find(({ key }) => key === event.key);
      if (!action) return;
      event.preventDefault();
      action.act();
    };
    return listen(window, 'keydown', press);
  });
};
