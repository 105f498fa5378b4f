import { bytesOfFile, type File, type FileVersion, type FileWithContent } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { Byline } from '../../content/byline.tsx';
import { nameOfFile, Picture } from '../../content/file.tsx';
import { bytes, count } from '../../lib/format.ts';
import { shownPicture } from '../../lib/shown-picture.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CodeView } from '../../ui/code-view.tsx';
import { Failure } from '../../ui/failure.tsx';
import { DiffView } from '../../ui/diff-view.tsx';
import { ShapedText, shapeOf } from '../../ui/shaped-text.tsx';
import { Name } from '../../ui/who.tsx';
import { PanelHead } from './panel-head.tsx';
import { useVersionChoice } from './use-version-choice.ts';
import { Versions } from './versions.tsx';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useShown } from './shown.ts';
import type { Moment } from './use-moment-at.ts';
import type { SessionFeed } from '../../model/session-feed.ts';

/** Lets the browser save the content as a file. */
const download = (file: FileWithContent): void => {
  const link = document.createElement('a');
  const type = file.encoding === 'utf-8' ? 'text/plain' : 'application/octet-stream';
  link.href = URL.createObjectURL(new Blob([bytesOfFile(file)], { type }));
  link.download = nameOfFile(file.path);
  link.click();
  URL.revokeObjectURL(link.href);
};

const historyOf = async (
  { client, sessionId }: SessionFeed,
  moment: Moment,
  file: File,
  signal: AbortSignal,
): Promise<FileVersion[]> => {
  if (file.version === 1) return [];
  const { items } = await client.listFileVersions({ sessionId, path: file.path, limit: 200 }, { signal });
  return moment.isPast ? items.filter(({ seq }) => seq <= moment.seq) : items;
};

const useHistory = (file: File): readonly FileVersion[] => {
  const { feed, moment } = useShown();
  const inputs = [file.path, file.version, file.updatedAt, moment.isPast && moment.seq];
  return useLoaded((signal) => historyOf(feed, moment, file, signal), inputs).value ?? [];
};

/** Reads a version of a file with its content. Without `version`, reads the file as of the moment that is shown. */
const useFile = (file: File, version: number | undefined) => {
  const { feed, moment } = useShown();
  return useLoaded(
    (signal) => {
      const past = moment.isPast ? { seq: String(moment.seq) } : {};
      const which = version === undefined ? past : { version: String(version) };
      const given = { sessionId: feed.sessionId, path: file.path, ...which };
      return feed.client.getFile(given, { signal });
    },
    [file.path, version, file.version, file.updatedAt, moment.isPast],
  );
};

const Changes = ({ file, base, after }: { file: File; base: number; after: string }) => {
  const before = useFile(file, base);
  if (before.why !== '') return <p class="failure by">{before.why}</p>;
  return (
    <div class="panel-scroll" tabIndex={0} role="region" aria-label="Changes">
      {before.value?.encoding === 'utf-8' && <DiffView before={before.value.content} after={after} most={400} />}
      {before.value?.encoding === 'base64' && (
        <p class="empty">Version {count(base)} is not text; its changes cannot be shown.</p>
      )}
    </div>
  );
};

/** A file that is not text: the picture, or the media type of a file that the page cannot show. */
const BinaryFile = ({ file }: { file: FileWithContent }) => {
  const address = shownPicture(file);
  return address === undefined ? (
    <p class="empty">This file is not text, but {file.mediaType}.</p>
  ) : (
    <div class="panel-scroll" tabIndex={0} role="region" aria-label="File">
      <Picture address={address} alt={file.path} />
    </div>
  );
};

const AboutFile = ({ file, shown }: { file: File; shown: FileVersion | undefined }) => (
  <Byline
    version={shown?.version ?? file.version}
    editor={shown?.editor ?? file.lastEditor}
    at={shown?.createdAt ?? file.updatedAt}
  >
    {' · '}
    {bytes(shown?.size ?? file.size)}
    <br />
    <span class="mono cut">
      <Name dir="ltr">{file.path}</Name>
    </span>
  </Byline>
);

const Reading = () => (
  <p class="empty" role="status" aria-label="Reading the file">
    <span class="spinner" aria-hidden="true" />
  </p>
);

/** A file in any of its versions: rendered by its kind, as source, or compared with another version. */
export const FileView = ({ file }: { file: File }) => {
  const [showsSource, showSource] = useState(shapeOf(file.path) === undefined);
  const choice = useVersionChoice(useHistory(file), file.version);
  const { shown, base } = choice;
  const loaded = useFile(file, shown?.version);
  const whole = loaded.value;
  return (
    <div class="panel-open stack">
      <PanelHead title={nameOfFile(file.path)}>
        {shapeOf(file.path) && (
          <Button aria-pressed={showsSource} act={calling(showSource, !showsSource)} says="Source" />
        )}
        {whole?.encoding === 'utf-8' && <CopyButton label="Copy the file" text={whole.content} />}
        {whole && <Button act={calling(download, whole)}>Save</Button>}
      </PanelHead>
      <AboutFile file={file} shown={shown} />
      {choice.versions.length > 1 && (
        <div class="by">
          <Versions choice={choice} />
        </div>
      )}
      {loaded.state === 'loading' && !whole && <Reading />}
      <Failure why={loaded.why} class="failure by" />
      {whole?.encoding === 'base64' && <BinaryFile file={whole} />}
      {whole?.encoding === 'utf-8' &&
        (base ? (
          <Changes file={file} base={base.version} after={whole.content} />
        ) : showsSource ? (
          <CodeView text={whole.content} path={file.path} label={`Source of ${file.path}`} />
        ) : (
          <ShapedText text={whole.content} path={file.path} />
        ))}
    </div>
  );
};
