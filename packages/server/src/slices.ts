import { agents } from './agents/slice.ts';
import { brief } from './brief/slice.ts';
import { checkpoints } from './checkpoints/slice.ts';
import { ComputeSlice } from './compute/slice.ts';
import { createKeys } from './create-keys/slice.ts';
import { events } from './events/slice.ts';
import type { ExportSections } from './exports/sections.ts';
import { exports } from './exports/slice.ts';
import { readFile } from './files/file-store.ts';
import { listFiles } from './files/list-files.ts';
import { files } from './files/slice.ts';
import { writeOutputs } from './files/write-outputs.ts';
import { inbox } from './inbox/slice.ts';
import { messages } from './messages/slice.ts';
import { listNotes } from './notes/list-notes.ts';
import { listNoteVersions } from './notes/note-history.ts';
import { notes } from './notes/slice.ts';
import { onboarding } from './onboarding/slice.ts';
import { listPresence } from './presence/list-presence.ts';
import { presence } from './presence/slice.ts';
import { screenOutputs } from './secrets/screen-outputs.ts';
import { getSession } from './sessions/get-session.ts';
import { listObservers } from './sessions/list-observers.ts';
import { pauseSession } from './sessions/pause-session.ts';
import { sessions } from './sessions/slice.ts';
import { setSession } from './sessions/update-session.ts';
import type { Slice } from './slice.ts';
import { transcripts } from './transcripts/slice.ts';
import { webhooks } from './webhooks/slice.ts';

/** All slices of one service, and what one needs of another, which is handed over here alone. */
export const createSlices = (now: () => number): readonly Slice[] => {
  const compute = new ComputeSlice({
    writeOutputs:
      ({ limits }) =>
      (tx, sessionId, editor, written) =>
        writeOutputs(tx, sessionId, editor, written, limits),
    screenOutputs,
    setSession,
  });
  const sections: ExportSections = {
    session: (db, sessionId) => getSession(db, { kind: 'stranger' }, sessionId),
    observers: listObservers,
    notes: listNotes,
    noteVersions: listNoteVersions,
    files: listFiles,
    file: readFile,
    compute: compute.exportSection,
    presence: (db, sessionId, page) => listPresence(db, sessionId, page, now()),
  };
  return [
    sessions,
    events,
    messages,
    notes,
    files,
    presence({ pauseSession }),
    compute,
    inbox,
    brief,
    checkpoints,
    transcripts,
    exports(sections),
    agents,
    webhooks,
    createKeys,
    onboarding,
  ];
};
