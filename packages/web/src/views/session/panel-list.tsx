import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { useVirtualList } from '../../lib/use-virtual-list.ts';
import { VirtualRows } from '../../ui/virtual-rows.tsx';

interface PanelListProps<T> {
  items: readonly T[];
  /** Whether the items were read. */
  isThere: boolean;
  none: string;
  row: (item: T) => JSX.Element;
  label?: string;
  /** The estimated height of a row before it is measured. */
  height?: number;
  /** The key of an item that keeps its element when the order changes. */
  keyOf?: (item: T) => string;
}

const rowHeight = 54;

/** A list in a panel. Only the visible rows are rendered, so a long list costs no more than a short one. */
export const PanelList = <T,>({
  items,
  isThere,
  none,
  row,
  label = 'List',
  height = rowHeight,
  keyOf,
}: PanelListProps<T>) => {
  const scroller = useRef<HTMLDivElement>(null);
  const keyAt = (index: number): string | number => {
    const item = items[index];
    return item === undefined || !keyOf ? index : keyOf(item);
  };
  const list = useVirtualList({ scroller, count: items.length, estimate: () => height, keyOf: keyAt });
  return (
    <div class="panel-list" ref={scroller} tabIndex={items.length > 0 ? 0 : -1} role="region" aria-label={label}>
      {items.length === 0 && <p class="empty">{isThere ? none : <span class="spinner" aria-hidden="true" />}</p>}
      <VirtualRows
        list={list}
        keyOf={keyAt}
        row={(index) => {
          const item = items[index];
          return item !== undefined && row(item);
        }}
      />
    </div>
  );
};
