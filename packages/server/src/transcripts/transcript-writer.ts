import type { Entry } from '../events/entry.ts';

/** A format of transcripts: pure functions from entries to text. */
export interface TranscriptWriter {
  /** `sessionName` is the first name of the session. */
  begin: (sessionName: string) => string;
  entry: (entry: Entry) => string;
  end: string;
}
