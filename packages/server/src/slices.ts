import { access } from './access/slice.ts';
import { agents } from './agents/slice.ts';
import { withdrawAsks } from './asks/end-ask.ts';
import { loggedAsk } from './asks/ask-store.ts';
import { listAsks, listAsksAt } from './asks/list-asks.ts';
import { asks } from './asks/slice.ts';
import { brief } from './brief/slice.ts';
import { checkpoints } from './checkpoints/slice.ts';
import { countJobsAt } from './compute/list-jobs.ts';
import { ComputeSlice } from './compute/slice.ts';
import { countMessages } from './events/mark-messages.ts';
import { events } from './events/slice.ts';
import type { ExportSections } from './exports/sections.ts';
import { exports } from './exports/slice.ts';
import { copyFiles } from './files/copy-files.ts';
import { readFile } from './files/file-store.ts';
import { listFiles, listFilesAt } from './files/list-files.ts';
import { files } from './files/slice.ts';
import { writeOutputs } from './files/write-outputs.ts';
import { findPosition } from './inbox/position-store.ts';
import { inbox } from './inbox/slice.ts';
import { messages } from './messages/slice.ts';
import { copyNotes } from './notes/copy-notes.ts';
import { listNotesAt } from './notes/past-note.ts';
import { listNotes } from './notes/list-notes.ts';
import { listNoteVersions } from './notes/note-history.ts';
import { notes } from './notes/slice.ts';
import { onboarding } from './onboarding/slice.ts';
import { listPresence } from './presence/list-presence.ts';
import { presence } from './presence/slice.ts';
import { screenOutput } from './secrets/screen-output.ts';
import { getSession } from './sessions/get-session.ts';
import type { StateParts } from './sessions/get-state.ts';
import { listObservers } from './sessions/list-observers.ts';
import { pauseSession } from './sessions/pause-session.ts';
import { search } from './search/slice.ts';
import { sessions } from './sessions/slice.ts';
import { setSession } from './sessions/update-session.ts';
import type { Slice } from './slice.ts';
import { copyTasks } from './tasks/copy-tasks.ts';
import { releaseTasksOf } from './tasks/end-ownership.ts';
import { listTasksAt } from './tasks/list-tasks-at.ts';
import { listTasksByNumber } from './tasks/list-tasks.ts';
import { tasks } from './tasks/slice.ts';
import { transcripts } from './transcripts/slice.ts';
import { webhooks } from './webhooks/slice.ts';

/** The parts that the slices give to an export. */
export const exportSections = (compute: ExportSections['compute'], now: () => number): ExportSections => ({
  session: (db, sessionId) => getSession(db, { kind: 'stranger' }, sessionId),
  lists: {
    observers: listObservers,
    tasks: listTasksByNumber,
    asks: (db, sessionId, page) => listAsks(db, sessionId, page, loggedAsk),
    presence: (db, sessionId, page) => listPresence(db, sessionId, page, now()),
  },
  notes: listNotes,
  noteVersions: listNoteVersions,
  files: listFiles,
  file: readFile,
  compute,
});

const stateParts: StateParts = {
  notes: listNotesAt,
  files: listFilesAt,
  jobs: countJobsAt,
  tasks: listTasksAt,
  asks: listAsksAt,
  messageCount: countMessages,
};

const copies = { notes: copyNotes, files: copyFiles, tasks: copyTasks };

/**
 * Creates all slices of a service. If a slice needs a function of another slice, it gets the function here and nowhere
 * else.
 */
export const createSlices = (now: () => number): readonly Slice[] => {
  const compute = new ComputeSlice({
    writeOutputs:
      ({ limits }) =>
      (tx, sessionId, editor, written, usedBytes) =>
        writeOutputs(tx, sessionId, editor, written, usedBytes, limits),
    screenOutput,
    setSession: (tx, caller, sessionId, wanted) => setSession(tx, caller, sessionId, wanted, { withdrawAsks }),
  });
  return [
    sessions({ stateParts, copies, releaseTasksOf, withdrawAsks, findPosition }),
    events,
    messages,
    notes,
    files,
    tasks,
    asks,
    presence({ pauseSession }),
    compute,
    inbox,
    brief,
    checkpoints,
    transcripts,
    exports(exportSections(compute.exportSection, now)),
    search,
    agents,
    webhooks,
    access,
    onboarding,
  ];
};
