import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface FollowEndOptions {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  totalSize: number;
  startsAtEnd: boolean;
}

export interface FollowEnd {
  isAtEnd: boolean;
  /** How much has come since the reader left the end. */
  unseen: number;
  toEnd: () => void;
  leave: () => void;
}

/** This near to the end counts as the end. */
const nearPx = 48;

/** Keeps a list at its end while it grows, until its reader scrolls up. */
export const useFollowEnd = ({ scroller, count, totalSize, startsAtEnd }: FollowEndOptions): FollowEnd => {
  const [isAtEnd, setAtEnd] = useState(startsAtEnd);
  const follows = useRef(startsAtEnd);
  const seen = useRef(count);
  const lastTop = useRef(0);
  if (follows.current) seen.current = count;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && follows.current) element.scrollTop = element.scrollHeight;
  }, [totalSize, count]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const change = (next: boolean): void => {
      follows.current = next;
      setAtEnd(next);
    };
    const scrolled = (): void => {
      const { scrollTop, clientHeight, scrollHeight } = element;
      const isNear = scrollHeight - scrollTop - clientHeight < nearPx;
      // Growth moves the end away and leaves `scrollTop`; only a reader moves up.
      if (isNear) change(true);
      else if (scrollTop < lastTop.current - 1) change(false);
      lastTop.current = scrollTop;
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      element.removeEventListener('scroll', scrolled);
    };
  }, [scroller]);
  return {
    isAtEnd,
    unseen: Math.max(0, count - seen.current),
    toEnd: () => {
      follows.current = true;
      setAtEnd(true);
      const element = scroller.current;
      if (element) element.scrollTop = element.scrollHeight;
    },
    leave: () => {
      follows.current = false;
      setAtEnd(false);
    },
  };
};
