import type { ComponentChildren } from 'preact';
import type { VirtualList } from '../lib/use-virtual-list.ts';

interface VirtualRowsProps {
  list: VirtualList;
  class?: string;
  keyOf: (index: number) => number | string;
  row: (index: number) => ComponentChildren;
}

/** The rows in sight of a long list, each at its position in the whole list. */
export const VirtualRows = ({ list, class: kind = '', keyOf, row }: VirtualRowsProps) => (
  <div class={`virtual ${kind}`} style={{ height: `${String(list.totalSize)}px` }}>
    {list.items.map(({ index, start }) => (
      <div
        key={keyOf(index)}
        data-index={index}
        ref={list.measure}
        style={{ transform: `translateY(${String(start)}px)` }}
      >
        {row(index)}
      </div>
    ))}
  </div>
);
