import type { Entry } from '../events/entry.ts';

/** One way to write a transcript: pure functions from entries to text. */
export interface TranscriptWriter {
  /** `sessionName` is what the session was called when it began. */
  begin: (sessionName: string) => string;
  entry: (entry: Entry) => string;
  end: string;
}
