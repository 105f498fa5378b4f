import type { File } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { bytes, count } from '../../lib/format.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { CodeView } from '../../ui/code-view.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { When } from '../../ui/when.tsx';
import { Name } from '../../ui/who.tsx';
import { PanelHead } from './panel-head.tsx';
import type { Shared } from './place.ts';

const isMarkdown = (path: string): boolean => /\.(md|markdown)$/i.test(path);

/** Lets the browser keep a text as a file. */
const download = (name: string, text: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

/** A file: its source, or rendered where it is Markdown. */
export const FileView = ({ shared, file }: { shared: Shared; file: File }) => {
  const { feed, moment } = shared;
  const loaded = useLoaded(
    (signal) => feed.client.getFile({ sessionId: feed.sessionId, path: file.path }, { signal }),
    [file.path, file.version],
  );
  const [showsSource, showSource] = useState(!isMarkdown(file.path));
  const content = loaded.value?.content;
  const isOther = loaded.value !== undefined && loaded.value.version !== file.version;
  return (
    <div class="panel-open">
      <PanelHead shared={shared} title={file.path.slice(file.path.lastIndexOf('/') + 1)}>
        {isMarkdown(file.path) && (
          <button
            type="button"
            class="button"
            aria-pressed={showsSource}
            onClick={() => {
              showSource(!showsSource);
            }}
          >
            Source
          </button>
        )}
        {content !== undefined && (
          <button
            type="button"
            class="button"
            onClick={() => {
              download(file.path.slice(file.path.lastIndexOf('/') + 1), content);
            }}
          >
            Save
          </button>
        )}
      </PanelHead>
      <p class="small dim by">
        <span class="mono cut">
          <Name>{file.path}</Name>
        </span>
        <br />
        version {count(file.version)} by <Name>{file.lastEditor.name}</Name>, <When at={file.updatedAt} /> ·{' '}
        {bytes(file.size)}
      </p>
      {loaded.state === 'failed' && (
        <p role="alert" class="failure by">
          {loaded.why}
        </p>
      )}
      {isOther && moment.isPast && (
        <p class="notice" data-tone="wait">
          This is version {count(loaded.value?.version ?? 0)}, the newest; at this moment it was version{' '}
          {count(file.version)}.
        </p>
      )}
      {content !== undefined &&
        (showsSource ? (
          <CodeView text={content} path={file.path} label={`Source of ${file.path}`} />
        ) : (
          <div class="panel-scroll" tabIndex={0} role="region" aria-label="File">
            <Markdown text={content} cutAt={60_000} />
          </div>
        ))}
    </div>
  );
};
