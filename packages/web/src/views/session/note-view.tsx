import type { Note, NoteVersion } from '@pairspace/protocol';
import { Byline } from '../../content/byline.tsx';
import { useLoaded } from '../../lib/use-loaded.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { PanelHead } from './panel-head.tsx';
import type { PanelProps } from './place.ts';
import { useVersionChoice } from './use-version-choice.ts';
import { Versions } from './versions.tsx';
import { Button } from '../../ui/button.tsx';

const historyOf = async ({ feed, moment }: PanelProps, { id, version }: Note): Promise<NoteVersion[]> => {
  const { items } = await feed.client.listNoteVersions({ sessionId: feed.sessionId, noteId: id, limit: 200 });
  return moment.isPast ? items.filter((one) => one.version <= version) : items;
};

/** The text of a version, or its differences from the text `before`. */
const NoteText = ({ shared, content, before }: { shared: PanelProps; content: string; before: string | undefined }) => (
  <>
    {before === undefined ? (
      <Markdown text={content} agents={shared.moment.state.seats} cutAt={40_000} />
    ) : (
      <DiffView before={before} after={content} most={400} />
    )}
    {content === '' && <p class="faint">This note is empty.</p>}
  </>
);

/** A note: any of its versions, or the differences between two versions. */
export const NoteView = ({ shared, note }: { shared: PanelProps; note: Note }) => {
  const { feed, moment } = shared;
  const history = useLoaded(() => historyOf(shared, note), [note.id, note.version]);
  const choice = useVersionChoice((history.value ?? []).toReversed(), note.version);
  const { agent, person } = feed.identity ?? {};
  const mayEdit =
    !moment.isPast && (agent !== undefined || person?.invited === true) && moment.state.session?.status !== 'completed';
  const edit = (): void => {
    feed.editedNotes.set(note.id, { title: note.title, content: note.content, base: note });
    // The address names the note, so that its editor stays open when another note is created.
    shared.show({ panel: 'notes', open: note.id });
  };
  const { title, content } = choice.shown ?? note;
  return (
    <div class="panel-open">
      <PanelHead shared={shared} title={title}>
        {mayEdit && <Button act={edit}>Edit</Button>}
      </PanelHead>
      <div class="panel-scroll" tabIndex={0} role="region" aria-label="Note">
        <Byline
          version={choice.chosen}
          editor={choice.shown?.editor ?? note.lastEditor}
          at={choice.shown?.createdAt ?? note.updatedAt}
        >
          {note.copiedFrom && ' · copied from another session'}
        </Byline>
        {choice.versions.length > 1 && <Versions choice={choice} />}
        <NoteText shared={shared} content={content} before={choice.base?.content} />
      </div>
    </div>
  );
};
