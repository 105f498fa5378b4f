import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { isInHost } from '../../model/service.ts';
import { unendedJobs } from '../../lib/budget.ts';
import { count } from '../../lib/format.ts';
import { currentTasks } from '../../lib/tasks.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { FilesPanel } from './files-panel.tsx';
import { JobsPanel } from './jobs-panel.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { ThreadPanel } from './thread.tsx';
import { type Panel, panels } from './place.ts';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { usePlace, useShown } from './shown.ts';
import type { Moment } from './use-moment-at.ts';
import { ChainState } from './chain-state.tsx';
import { People } from './people.tsx';
import { Share } from './share.tsx';
import { SessionControls } from './session-controls.tsx';
import { useOpenItem } from './use-open-item.tsx';
import { later } from '../../ui/later.tsx';

const TaskBoard = later(async () => (await import('./task-board.tsx')).TaskBoard);
const TaskView = later(async () => (await import('./task-view.tsx')).TaskView);
const WebhookView = later(async () => (await import('./webhook-view.tsx')).WebhookView);
const Webhooks = later(async () => (await import('./webhooks.tsx')).Webhooks);

/** The board of the session's tasks, or the open task. */
const TasksPanel = () => {
  const { feed, moment, place } = useShown();
  const { client, sessionId } = feed;
  const open = useOpenItem(
    'tasks',
    moment.state.tasks,
    (taskId, options) => client.getTask({ sessionId, taskId }, options),
    (task) => <TaskView key={task.id} task={task} />,
  );
  return place.open === undefined ? <TaskBoard /> : <>{open}</>;
};

/** The panel for the session as a whole. */
const MorePanel = () => (
  <div class="panel-scroll more-panel" tabIndex={0} role="region" aria-label="Share and steer">
    <SessionControls />
    <People />
    <Share />
    <Webhooks />
    <ChainState />
  </div>
);

/** The number on a tab: the tasks and jobs that have not ended, all notes and files. Other tabs have none. */
const sizeOf = (panel: string, { state }: Moment): number | undefined =>
  ({
    tasks: currentTasks(state.tasks),
    notes: state.notes.size,
    files: state.files.size,
    jobs: unendedJobs(state.jobs.values()).length,
  })[panel];

interface TabProps {
  says: string;
  isOpen: boolean;
  isNarrowOnly: boolean;
  size?: number | undefined;
  /** Whether the number counts only items that have not ended. */
  isOfUnended?: boolean;
  onClick: () => void;
}

const Tab = ({ says, isOpen, isNarrowOnly, size = 0, isOfUnended = false, onClick }: TabProps) => (
  <Button class={`tab${isNarrowOnly ? ' narrow-only' : ''}`} aria-pressed={isOpen} act={onClick}>
    {says}
    {size > 0 && (
      <sup class="num" title={isOfUnended ? 'not ended' : undefined}>
        {count(size)}
        {isOfUnended && <span class="hidden-visually"> not ended</span>}
      </sup>
    )}
  </Button>
);

/** The tabs of the panels. On a phone the timeline has a tab too. */
const Tabs = ({ shown, children }: { shown: Panel | undefined; children: ComponentChildren }) => {
  const { moment, show } = useShown();
  const open = (panel: Panel | undefined) => calling(show, { panel, open: undefined });
  return (
    <nav class="tabs" aria-label="Panels">
      <Tab says="Log" isOpen={shown === undefined} isNarrowOnly onClick={open(undefined)} />
      {panels
        .filter(({ id }) => id !== 'more' || !isInHost())
        .map(({ id, says }) => (
          <Tab
            key={id}
            says={id === 'who' ? 'Who' : says}
            isOpen={id === (shown === 'webhook' ? 'more' : shown)}
            isNarrowOnly={id === 'who'}
            size={sizeOf(id, moment)}
            isOfUnended={id === 'tasks' || id === 'jobs'}
            onClick={open(id)}
          />
        ))}
      {children}
    </nav>
  );
};

/** The shared documents of the agents, beside the timeline; on a phone instead of it. */
export const SidePanel = () => {
  const { place } = usePlace();
  const isNarrow = useIsNarrow();
  const [isWide, setWide] = useState(false);
  const chosen = place.panel === undefined || place.panel === 'who' ? 'notes' : place.panel;
  return (
    <aside class="side-panel stack" aria-label="Shared" data-wide={isWide}>
      <Tabs shown={isNarrow ? place.panel : chosen}>
        <Button class="tab wide-only" aria-pressed={isWide} title="Wider, or as before" act={calling(setWide, !isWide)}>
          ⇔<span class="hidden-visually">Wider panel</span>
        </Button>
      </Tabs>
      <div class="panel-body stack">
        {chosen === 'tasks' && <TasksPanel />}
        {chosen === 'notes' && <NotesPanel />}
        {chosen === 'files' && <FilesPanel />}
        {chosen === 'jobs' && <JobsPanel />}
        {chosen === 'thread' && place.open !== undefined && <ThreadPanel key={place.open} messageId={place.open} />}
        {chosen === 'webhook' && place.open !== undefined && <WebhookView key={place.open} webhookId={place.open} />}
        {chosen === 'more' && <MorePanel />}
      </div>
    </aside>
  );
};
