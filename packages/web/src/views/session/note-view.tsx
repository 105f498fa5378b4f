import type { Note, NoteVersion } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { Byline } from '../../content/byline.tsx';
import { tokensOf } from '../../model/kept-tokens.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { NoteEditor } from './note-editor.tsx';
import { PanelHead } from './panel-head.tsx';
import type { Shared } from './place.ts';
import { Versions } from './versions.tsx';

const historyOf = async ({ feed, moment }: Shared, { id, version }: Note): Promise<NoteVersion[]> => {
  const { items } = await feed.client.listNoteVersions({ sessionId: feed.sessionId, noteId: id, limit: 200 });
  return moment.isPast ? items.filter((one) => one.version <= version) : items;
};

/** A note: any of its versions, and what is different between two of them. */
export const NoteView = ({ shared, note }: { shared: Shared; note: Note }) => {
  const { feed, moment } = shared;
  const history = useLoaded(() => historyOf(shared, note), [note.id, note.version]);
  const [chosen, choose] = useState<number>();
  const [base, compareWith] = useState<number>();
  const [isEditing, edit] = useState(false);
  const versions = history.value ?? [];
  const shown = versions.find(({ version }) => version === chosen);
  const version = shown?.version ?? note.version;
  const before = versions.find((one) => one.version === base && base !== version);
  const { agent, observer } = tokensOf(feed.sessionId);
  const mayEdit = !moment.isPast && (agent ?? observer) !== undefined && moment.state.session?.status !== 'completed';
  const editor = shown?.editor ?? note.lastEditor;
  if (isEditing)
    return (
      <NoteEditor
        shared={shared}
        note={note}
        onEnd={() => {
          edit(false);
        }}
      />
    );
  return (
    <div class="panel-open">
      <PanelHead shared={shared} title={shown?.title ?? note.title}>
        {mayEdit && (
          <button
            type="button"
            class="button"
            onClick={() => {
              edit(true);
            }}
          >
            Edit
          </button>
        )}
      </PanelHead>
      <div class="panel-scroll" tabIndex={0} role="region" aria-label="Note">
        <Byline version={version} editor={editor} at={shown?.createdAt ?? note.updatedAt}>
          {note.copiedFrom && ' · copied from another session'}
        </Byline>
        {versions.length > 1 && (
          <Versions
            shared={shared}
            versions={versions.toReversed()}
            chosen={version}
            choose={choose}
            base={base}
            compareWith={compareWith}
          />
        )}
        {before ? (
          <DiffView before={before.content} after={shown?.content ?? note.content} most={400} />
        ) : (
          <Markdown text={shown?.content ?? note.content} agents={moment.state.seats} cutAt={40_000} />
        )}
        {(shown?.content ?? note.content) === '' && <p class="faint">This note is empty.</p>}
      </div>
    </div>
  );
};
