import { Byline } from '../content/byline.tsx';
import { Diff } from '../content/diff.tsx';
import { TargetLink } from '../content/target-link.tsx';
import { NoteRow } from '../content/rows.tsx';
import { shadeOfActor } from '@pairspace/protocol/site';
import { VersionMark } from '../content/version-mark.tsx';
import { count, plural } from '../lib/format.ts';
import { When } from '../ui/when.tsx';
import { Name, Named } from '../ui/who.tsx';
import type { ViewOf } from './view-of.ts';
import { Written } from './written.tsx';

/** A part of the list of notes; a site has one such page for each part. */
export const Notes = ({ notes }: ViewOf<'notes'>) => (
  <div class="rows sheet">
    {notes.map((note) => (
      <NoteRow key={note.id} note={note} when={<When at={note.updatedAt} isWhole />} />
    ))}
  </div>
);

/** The greatest number of lines of a comparison that are shown. */
const shownLines = 1000;

/** A version of a note, and its changes since an earlier version. */
export const NoteVersionView = ({ note, version, words, changes }: ViewOf<'note'>) => (
  <>
    <Byline version={version.version} editor={version.editor} at={version.createdAt}>
      {version.version < note.version && (
        <>
          {` of ${count(note.version)} · `}
          <TargetLink to={{ note: note.id }} class="link">
            newest version
          </TargetLink>
        </>
      )}
      {note.copiedFrom && (
        <>
          {` · copied from version ${count(note.copiedFrom.version)} in session `}
          <code>{note.copiedFrom.sessionId}</code>
        </>
      )}
    </Byline>
    {words.text.trim() === '' ? (
      <p class="empty">This note is empty.</p>
    ) : (
      <div class="card card-text document">
        <Written of={words} />
      </div>
    )}
    {changes && (
      <>
        <h2 class="label">Changed since version {count(changes.since)}</h2>
        <div class="card">
          <Diff
            lines={changes.lines}
            most={shownLines}
            rest={(left) => <p class="diff-none">and {plural(left, 'more line')}</p>}
          />
        </div>
      </>
    )}
  </>
);

/** Some versions of a note, the newest first. */
export const History = ({ versions, isFirst }: ViewOf<'history'>) => {
  return (
    <>
      {isFirst && <h2 class="label">History</h2>}
      <ul class="plain history">
        {versions.map(({ noteId, version, title, editor, createdAt }) => (
          <li key={version} class={shadeOfActor(editor)}>
            <TargetLink to={{ note: noteId, version }} class="version">
              <VersionMark version={version} />
            </TargetLink>
            <Named as="span" class="cut" dir="auto" name={title} />
            <small class="dim">
              by <Name>{editor.name}</Name>, <When at={createdAt} isWhole />
            </small>
          </li>
        ))}
      </ul>
    </>
  );
};
