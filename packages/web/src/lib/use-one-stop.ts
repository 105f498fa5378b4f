import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { listen } from './listen.ts';

/**
 * Makes a long list a single tab stop. Tab on the frame skips the entries. Focus that comes back by keyboard goes to
 * the frame. Enter on the frame goes to the first control of the selected entry.
 */
export const useOneStop = (frame: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = frame.current;
    const inside = element?.firstElementChild as HTMLElement | null | undefined;
    if (!element || !inside) return;
    const press = (event: KeyboardEvent): void => {
      if (event.target !== element) return;
      if (event.key === 'Tab' && !event.shiftKey) {
        // The browser looks for the next tab stop after this event, and finds none inside an inert element.
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
    const stops = [listen(element, 'keydown', press), listen(element, 'focusin', arrive)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [frame]);
};
