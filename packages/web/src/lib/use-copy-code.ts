import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Puts a copy button into each code block of a rendered text. */
export const useCopyCode = (html: unknown): RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const block of frame.current?.querySelectorAll('pre:has(> code)') ?? []) {
      const text = block.textContent;
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy-code';
      button.textContent = 'Copy';
      button.addEventListener('click', () => {
        void navigator.clipboard.writeText(text).then(() => {
          button.textContent = 'Copied';
        });
      });
      block.append(button);
    }
  }, [html]);
  return frame;
};
