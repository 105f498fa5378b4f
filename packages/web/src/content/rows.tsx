import type { File, Note } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { bytes, count } from '../lib/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Name, Named } from '../ui/who.tsx';
import { TargetLink } from './target-link.tsx';

/** The row of a note in a list. */
export const NoteRow = ({ note, when }: { note: Omit<Note, 'content'>; when: ComponentChildren }) => (
  <TargetLink to={{ note: note.id }} class="panel-row">
    <Named as="span" class="cut" dir="auto" name={note.title} />
    <small class="cut">
      version {count(note.version)} by <Name>{note.lastEditor.name}</Name> · {when}
    </small>
  </TargetLink>
);

/** The words for a file in a list: in a row, or in a branch of a tree. */
export const FileRowWords = ({ name, file, when }: { name: string; file: File; when: ComponentChildren }) => (
  <>
    <Icon name="file" size={15} />
    <span class="cut">
      <Name dir="ltr">{name}</Name>
    </span>
    <small class="faint">
      {bytes(file.size)} · {when}
    </small>
  </>
);
