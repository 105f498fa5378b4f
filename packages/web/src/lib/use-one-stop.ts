import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/**
 * Makes a long list one stop of the Tab key: from its frame Tab goes past what is in it, and whoever comes back arrives
 * at the frame. Enter goes into the entry that is selected.
 */
export const useOneStop = (frame: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = frame.current;
    const inside = element?.firstElementChild as HTMLElement | null | undefined;
    if (!element || !inside) return;
    const press = (event: KeyboardEvent): void => {
      if (event.target !== element) return;
      if (event.key === 'Tab' && !event.shiftKey) {
        // The browser looks for the next stop after this event, and finds none in what is inert.
        inside.inert = true;
        setTimeout(() => {
          inside.inert = false;
        });
      }
      if (event.key === 'Enter')
        element.querySelector<HTMLElement>('[data-selected="true"] :is(a, button, summary)')?.focus();
    };
    const arrive = ({ target, relatedTarget }: FocusEvent): void => {
      if (target === element || !(target as HTMLElement).matches(':focus-visible')) return;
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) element.focus();
    };
    element.addEventListener('keydown', press);
    element.addEventListener('focusin', arrive);
    return () => {
      element.removeEventListener('keydown', press);
      element.removeEventListener('focusin', arrive);
    };
  }, [frame]);
};
