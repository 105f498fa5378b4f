import type { Note } from '@pairspace/protocol';
import { useLoaded } from '../../lib/use-loaded.ts';
import { isMissing } from '../../model/service.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { noteVersion } from './note-versions.ts';
import { useFeed, useMoment } from './shown.ts';

/** The changes that a version of a note has made; the text itself for the first version. */
export const NoteChange = ({ note }: { note: Note }) => {
  const moment = useMoment();
  const feed = useFeed();
  const before = useLoaded(
    () => (note.version === 1 ? Promise.resolve('') : noteVersion(feed, note.id, note.version - 1)),
    [feed, note.id, note.version],
  );
  if (note.content === '') return null;
  if (note.version === 1)
    return (
      <div class="card card-text">
        <Markdown text={note.content} agents={moment.state.seats} cutAt={600} />
      </div>
    );
  if (isMissing(before.error)) return <p class="faint small">The version before is not there any more.</p>;
  return (
    <div class="card">
      <Failure why={before.why} />
      {before.value === undefined ? null : <DiffView before={before.value} after={note.content} />}
    </div>
  );
};
