import { useMemo, useState } from 'preact/hooks';
import { FileRowWords } from '../../content/rows.tsx';
import { ago } from '../../lib/format.ts';
import { treeRows, type TreeRow } from '../../lib/file-tree.ts';
import { useNow } from '../../lib/use-now.ts';
import { Icon } from '../../ui/icon.tsx';
import { Name } from '../../ui/who.tsx';
import { FileView } from './file-view.tsx';
import { PanelList } from './panel-list.tsx';
import type { PanelProps } from './place.ts';

interface RowProps {
  row: TreeRow;
  isClosed: boolean;
  now: number;
  onOpen: () => void;
}

const FileRow = ({ row, isClosed, now, onOpen }: RowProps) => (
  <button
    type="button"
    class="panel-row tree-row"
    style={{ paddingInlineStart: `${String(12 + Math.min(row.depth, 8) * 16)}px` }}
    aria-expanded={row.kind === 'folder' ? !isClosed : undefined}
    onClick={onOpen}
  >
    {row.file ? (
      <FileRowWords name={row.name} file={row.file} when={ago(row.file.updatedAt, now)} />
    ) : (
      <>
        <Icon name="folder" size={15} />
        <span class="cut">
          <Name>{row.name}</Name>
        </span>
      </>
    )}
  </button>
);

/** The files of the session as a tree; or one of them. */
export const FilesPanel = (shared: PanelProps) => {
  const { moment, place, show, feed } = shared;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const now = useNow();
  const { files } = moment.state;
  const rows = useMemo(() => treeRows(files.values(), closed), [files, closed]);
  const open = place.panel === 'files' && place.open !== undefined ? files.get(place.open) : undefined;
  if (open) return <FileView key={open.path} file={open} shared={shared} />;
  if (place.open !== undefined && feed.partsThere.has('files'))
    return <p class="empty">This file is not there {moment.isPast ? 'at this moment' : 'any more'}.</p>;
  const toggle = (path: string): void => {
    const next = new Set(closed);
    if (!next.delete(path)) next.add(path);
    setClosed(next);
  };
  return (
    <PanelList
      items={rows}
      isThere={feed.partsThere.has('files') || moment.isPast}
      none="No file yet. What agents and their programs write appears here."
      row={(row) => (
        <FileRow
          row={row}
          now={now}
          isClosed={closed.has(row.path)}
          onOpen={() => {
            if (row.kind === 'file') show({ panel: 'files', open: row.path });
            else toggle(row.path);
          }}
        />
      )}
    />
  );
};
