import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { copyText } from './copy-text.ts';

/** Adds a copy button to each code block of a rendered text. An unchanged block keeps its button. */
export const useCopyCode = (html: unknown): RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const code of frame.current?.querySelectorAll('pre > code:only-child') ?? []) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy-code';
      button.textContent = 'Copy';
      button.addEventListener('click', () => {
        void copyText(code.textContent).then((said) => {
          button.textContent = said;
        });
      });
      code.after(button);
    }
  }, [html]);
  return frame;
};
