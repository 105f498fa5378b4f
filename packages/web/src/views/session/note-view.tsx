import type { Note, NoteVersion } from '@pairspace/protocol';
import { Byline } from '../../content/byline.tsx';
import { useLoaded } from '../../lib/use-loaded.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { PanelHead } from './panel-head.tsx';
import { useVersionChoice } from './use-version-choice.ts';
import { Versions } from './versions.tsx';
import { Button } from '../../ui/button.tsx';
import { useMoment, useShown } from './shown.ts';
import type { Moment } from './use-moment-at.ts';
import type { SessionFeed } from '../../model/session-feed.ts';

const historyOf = async (
  { client, sessionId }: SessionFeed,
  moment: Moment,
  { id, version }: Note,
): Promise<NoteVersion[]> => {
  const { items } = await client.listNoteVersions({ sessionId, noteId: id, limit: 200 });
  return moment.isPast ? items.filter((one) => one.version <= version) : items;
};

/** The text of a version, or its differences from the text `before`. */
const NoteText = ({ content, before }: { content: string; before: string | undefined }) => {
  const moment = useMoment();
  return (
    <>
      {before === undefined ? (
        <Markdown text={content} agents={moment.state.seats} cutAt={40_000} />
      ) : (
        <DiffView before={before} after={content} most={400} />
      )}
      {content === '' && <p class="faint">This note is empty.</p>}
    </>
  );
};

/** A note: any of its versions, or the differences between two versions. */
export const NoteView = ({ note }: { note: Note }) => {
  const { feed, moment, show } = useShown();
  const history = useLoaded(() => historyOf(feed, moment, note), [note.id, note.version]);
  const choice = useVersionChoice((history.value ?? []).toReversed(), note.version);
  const { agent, person } = feed.identity ?? {};
  const mayEdit =
    !moment.isPast && (agent !== undefined || person?.invited === true) && moment.state.session?.status !== 'completed';
  const edit = (): void => {
    feed.editedNotes.set(note.id, { title: note.title, content: note.content, base: note });
    // The address names the note, so that its editor stays open when another note is created.
    show({ panel: 'notes', open: note.id });
  };
  const { title, content } = choice.shown ?? note;
  return (
    <div class="panel-open stack">
      <PanelHead title={title}>{mayEdit && <Button act={edit}>Edit</Button>}</PanelHead>
      <div class="panel-scroll" tabIndex={0} role="region" aria-label="Note">
        <Byline
          version={choice.chosen}
          editor={choice.shown?.editor ?? note.lastEditor}
          at={choice.shown?.createdAt ?? note.updatedAt}
        >
          {note.copiedFrom && ' · copied from another session'}
        </Byline>
        {choice.versions.length > 1 && <Versions choice={choice} />}
        <NoteText content={content} before={choice.base?.content} />
      </div>
    </div>
  );
};
