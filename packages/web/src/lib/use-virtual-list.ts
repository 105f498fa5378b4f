import {
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import { type RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';

interface VirtualListOptions {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  estimate: (index: number) => number;
  overscan?: number;
  /** Space below the last item. */
  paddingEnd?: number;
  /** The key under which the measured height of an item is kept; by default the index. */
  keyOf?: (index: number) => number | string;
}

export interface VirtualList {
  items: readonly VirtualItem[];
  totalSize: number;
  /** The `ref` of an item whose height is measured; the element needs `data-index`. */
  measure: (element: Element | null) => void;
  scrollTo: (index: number, align?: 'start' | 'center') => void;
}

/** Renders only the visible part of a long list. */
export const useVirtualList = ({
  scroller,
  count,
  estimate,
  overscan = 8,
  paddingEnd = 0,
  keyOf = (index) => index,
}: VirtualListOptions): VirtualList => {
  const [, onChange] = useReducer<number, unknown>((turn) => turn + 1, 0);
  const options = {
    count,
    overscan,
    paddingEnd,
    estimateSize: estimate,
    getItemKey: keyOf,
    getScrollElement: () => scroller.current,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    measureElement,
    onChange,
  };
  const kept = useRef<Virtualizer<HTMLElement, Element>>(undefined);
  const virtualizer = (kept.current ??= new Virtualizer<HTMLElement, Element>(options));
  virtualizer.setOptions(options);
  useEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => {
    virtualizer._willUpdate();
  });
  return {
    items: virtualizer.getVirtualItems(),
    totalSize: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    scrollTo: (index, align = 'start') => {
      virtualizer.scrollToIndex(index, { align });
    },
  };
};
