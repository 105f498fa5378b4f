import { useMemo, useState } from 'preact/hooks';
import { FileRowWords } from '../../content/rows.tsx';
import { ago } from '../../lib/format.ts';
import { treeRows, type TreeRow } from '../../lib/file-tree.ts';
import { useNow } from '../../lib/use-now.ts';
import { Icon } from '../../ui/icon.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Name } from '../../ui/who.tsx';
import { FileView } from './file-view.tsx';
import { PanelList } from './panel-list.tsx';
import { useOpenItem } from './use-open-item.tsx';
import { Button } from '../../ui/button.tsx';
import { useShown } from './shown.ts';

/** With more files than this, all folders are closed at first, and the reader can search the paths. */
const mostUnfolded = 20;

interface RowProps {
  row: TreeRow;
  isClosed: boolean;
  now: number;
  onOpen: () => void;
}

const FileRow = ({ row, isClosed, now, onOpen }: RowProps) => (
  <Button
    class="panel-row tree-row"
    style={{ paddingInlineStart: `${String(12 + Math.min(row.depth, 8) * 16)}px` }}
    aria-expanded={row.kind === 'folder' ? !isClosed : undefined}
    act={onOpen}
  >
    {row.file ? (
      <FileRowWords name={row.name} file={row.file} when={ago(row.file.updatedAt, now)} />
    ) : (
      <>
        <Icon name="folder" size={15} />
        <span class="cut">
          <Name dir="ltr">{row.name}</Name>
        </span>
      </>
    )}
  </Button>
);

/** The files of the session as a tree, or the open file. */
export const FilesPanel = () => {
  const { feed, moment, show } = useShown();
  const { client, sessionId } = feed;
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [text, search] = useState('');
  const now = useNow();
  const { files } = moment.state;
  // With many files the folders begin closed. A search opens all folders.
  const startsClosed = files.size > mostUnfolded;
  const isClosed = (path: string): boolean => text === '' && toggled.has(path) !== startsClosed;
  const rows = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    return treeRows(
      [...files.values()].filter(({ path }) => path.toLowerCase().includes(wanted)),
      isClosed,
    );
  }, [files, toggled, text, startsClosed]);
  const open = useOpenItem(
    'files',
    files,
    (path, options) => client.getFile({ sessionId, path }, options),
    (file) => <FileView key={file.path} file={file} />,
  );
  if (open) return open;
  const toggle = (path: string): void => {
    const next = new Set(toggled);
    if (!next.delete(path)) next.add(path);
    setToggled(next);
  };
  return (
    <div class="panel-open stack">
      {files.size > mostUnfolded && (
        <div class="panel-top">
          <SearchBox placeholder="Search paths" label="Search files by path" value={text} search={search} />
        </div>
      )}
      <PanelList
        items={rows}
        isThere={feed.partsThere.has('files') || moment.isPast}
        none={text === '' ? 'No file yet. What agents and their programs write appears here.' : 'No path is like this.'}
        row={(row) => (
          <FileRow
            row={row}
            now={now}
            isClosed={isClosed(row.path)}
            onOpen={() => {
              if (row.kind === 'file') show({ panel: 'files', open: row.path });
              else toggle(row.path);
            }}
          />
        )}
      />
    </div>
  );
};
