import { isInHost } from '../../model/service.ts';
import { count } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { FilesPanel } from './files-panel.tsx';
import { JobsPanel } from './jobs-panel.tsx';
import { MorePanel } from './more-panel.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { ThreadPanel } from './thread.tsx';
import { panels, type Shared } from './place.ts';
import { WebhookView } from './webhook-view.tsx';

const sizeOf = (panel: string, { moment: { state } }: Shared): number | undefined =>
  ({ notes: state.notes.size, files: state.files.size, jobs: state.jobs.size })[panel];

/** What the agents share, beside the timeline; on a phone instead of it. */
export const SidePanel = (shared: Shared) => {
  const { place, show } = shared;
  const isNarrow = useIsNarrow();
  const chosen = place.panel === undefined || place.panel === 'who' ? 'notes' : place.panel;
  const shown = isNarrow ? place.panel : chosen;
  return (
    <aside class="side-panel" aria-label="Shared">
      <nav class="tabs" aria-label="Panels">
        <button
          type="button"
          class="tab narrow-only"
          aria-pressed={shown === undefined}
          onClick={() => {
            show({ panel: undefined, open: undefined });
          }}
        >
          Log
        </button>
        {panels
          .filter(({ id }) => id !== 'more' || !isInHost())
          .map(({ id, says }) => {
            const size = sizeOf(id, shared);
            const isOpen = id === (shown === 'webhook' ? 'more' : shown);
            return (
              <button
                type="button"
                key={id}
                class={`tab${id === 'who' ? ' narrow-only' : ''}`}
                aria-pressed={isOpen}
                onClick={() => {
                  show({ panel: id, open: undefined });
                }}
              >
                {id === 'who' ? 'Who' : says}
                {size !== undefined && size > 0 && <sup class="num">{count(size)}</sup>}
              </button>
            );
          })}
      </nav>
      <div class="panel-body">
        {chosen === 'notes' && <NotesPanel {...shared} />}
        {chosen === 'files' && <FilesPanel {...shared} />}
        {chosen === 'jobs' && <JobsPanel {...shared} />}
        {chosen === 'thread' && place.open !== undefined && (
          <ThreadPanel key={place.open} shared={shared} messageId={place.open} />
        )}
        {chosen === 'webhook' && place.open !== undefined && (
          <WebhookView key={place.open} shared={shared} webhookId={place.open} />
        )}
        {chosen === 'more' && <MorePanel {...shared} />}
      </div>
    </aside>
  );
};
