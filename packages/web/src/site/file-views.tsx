import type { Rendered } from '@pairspace/protocol/site';
import { Byline } from '../content/byline.tsx';
import { nameOfFile, Picture } from '../content/file.tsx';
import { TargetLink } from '../content/target-link.tsx';
import { FileRowWords } from '../content/rows.tsx';
import { Source } from '../content/source.tsx';
import { bytes } from '../lib/format.ts';
import { visibleLine, visibleText } from '@pairspace/protocol';
import { When } from '../ui/when.tsx';
import type { ViewOf } from './view-of.ts';
import { Written } from './written.tsx';

/** Some files of the list. */
export const Files = ({ files }: ViewOf<'files'>) => (
  <div class="rows sheet">
    {files.map((file) => (
      <TargetLink key={file.path} to={{ file: file.path }} class="panel-row tree-row">
        <FileRowWords name={file.path} file={file} when={<When at={file.updatedAt} isWhole />} />
      </TargetLink>
    ))}
  </div>
);

const About = ({ file }: Pick<ViewOf<'file'>, 'file'>) => (
  <Byline version={file.version} editor={file.lastEditor} at={file.updatedAt}>
    {` · ${bytes(file.size)} · ${visibleLine(file.mediaType)}`}
  </Byline>
);

const Hash = ({ file }: Pick<ViewOf<'file'>, 'file'>) => (
  <p class="faint small">
    SHA-256 <code>{file.contentHash}</code>
  </p>
);

/** A whole source in one element, because a browser lays out one element of many lines quickly. */
export const WholeSource = ({ of: { text, html, lines = 0 }, label }: { of: Rendered; label: string }) => (
  <div class="code-view is-whole" tabIndex={0} role="region" aria-label={label}>
    <div class="code">
      <Source code={html === undefined ? visibleText(text) : { __html: html }} first={1} count={lines} />
    </div>
  </div>
);

/** A text file as source. A Markdown file is shown as a document, with the folded source below it. */
export const TextFile = ({ file, words, source }: ViewOf<'file'>) => {
  const whole = <WholeSource of={source} label="Source" />;
  return (
    <>
      <About file={file} />
      {source.text === '' ? (
        <p class="empty">This file is empty.</p>
      ) : words ? (
        <>
          <div class="card card-text document">
            <Written of={words} />
          </div>
          <details class="fold">
            <summary>Source</summary>
            {whole}
          </details>
        </>
      ) : (
        whole
      )}
      <Hash file={file} />
    </>
  );
};

/** A file that is not text: the picture or the media type, and a link that saves the file (EXP-12). */
export const BytesFile = ({ file, isPicture, address }: ViewOf<'bytes'>) => {
  const name = nameOfFile(file.path);
  return (
    <>
      <About file={file} />
      {isPicture ? (
        <p>
          <Picture address={address} alt={name} />
        </p>
      ) : (
        <p class="empty">This file is not text, but {visibleLine(file.mediaType)}.</p>
      )}
      <p>
        <a class="button" href={address} download={visibleLine(name)}>
          Save the file
        </a>
      </p>
      <Hash file={file} />
    </>
  );
};
