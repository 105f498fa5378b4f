import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface FollowEndOptions {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  startsAtEnd: boolean;
}

export interface FollowEnd {
  isAtEnd: boolean;
  /** How much has come since the reader left the end. */
  unseen: number;
  toEnd: () => void;
  leave: () => void;
}

/** The distance from the end that counts as the end. */
const nearPx = 48;

/** Tells when a reader scrolls away from the end, and when whoever scrolls comes near it. */
const useScrolled = (scroller: FollowEndOptions['scroller'], change: (isAtEnd: boolean) => void): void => {
  const lastTop = useRef(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
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
};

const scrollToEnd = (element: HTMLElement | null): void => {
  if (element) element.scrollTop = element.scrollHeight;
};

/** Keeps a list at its end while it grows, until its reader scrolls up. */
export const useFollowEnd = ({ scroller, count, startsAtEnd }: FollowEndOptions): FollowEnd => {
  const [isAtEnd, setAtEnd] = useState(startsAtEnd);
  const follows = useRef(startsAtEnd);
  const seen = useRef(count);
  if (follows.current) seen.current = count;
  // The list is rendered anew when it has grown, and when there is less room for it.
  useLayoutEffect(() => {
    if (follows.current) scrollToEnd(scroller.current);
  });
  const change = (next: boolean): void => {
    follows.current = next;
    setAtEnd(next);
  };
  useScrolled(scroller, change);
  return {
    isAtEnd,
    unseen: Math.max(0, count - seen.current),
    toEnd: () => {
      change(true);
      scrollToEnd(scroller.current);
    },
    leave: () => {
      change(false);
    },
  };
};
