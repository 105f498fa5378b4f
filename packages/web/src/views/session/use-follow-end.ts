import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { listen } from '../../lib/listen.ts';
import { calling } from '../../lib/calling.ts';

interface FollowEndOptions {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  startsAtEnd: boolean;
}

export interface FollowEnd {
  isAtEnd: boolean;
  /** The number of entries that have come since the reader left the end. */
  unseen: number;
  toEnd: () => void;
  leave: () => void;
}

/** The distance from the end that counts as the end. */
const nearPx = 48;

/**
 * Calls `change` with true when the list scrolls near its end, and with false when the reader scrolls up from there.
 */
const useScrolled = (scroller: FollowEndOptions['scroller'], change: (isAtEnd: boolean) => void): void => {
  const lastTop = useRef(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const scrolled = (): void => {
      const { scrollTop, clientHeight, scrollHeight } = element;
      const isNear = scrollHeight - scrollTop - clientHeight < nearPx;
      // A list that grows keeps its `scrollTop`, so only a reader makes `scrollTop` smaller.
      if (isNear) change(true);
      else if (scrollTop < lastTop.current - 1) change(false);
      lastTop.current = scrollTop;
    };
    return listen(element, 'scroll', scrolled);
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
  // The effect runs after every render: the list is rendered anew when it has grown, and when it has less room.
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
    leave: calling(change, false),
  };
};
