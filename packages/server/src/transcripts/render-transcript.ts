import type { Session, Transcript, TranscriptFormat } from '@pairspace/protocol';
import { entryMaker } from '../events/entry.ts';
import type { EventRow } from '../events/event-row.ts';
import { Turns } from '../lib/turns.ts';
import type { TranscriptWriter } from './transcript-writer.ts';
import { htmlWriter } from './write-html.ts';
import { markdownWriter } from './write-markdown.ts';
import { textWriter } from './write-text.ts';

const writers: Record<TranscriptFormat, TranscriptWriter> = {
  text: textWriter,
  markdown: markdownWriter,
  html: htmlWriter,
};

type Log = AsyncIterable<EventRow>;

/** The transcript of a log as text, an event at a time (TRN-*). */
export async function* renderTranscript(log: Log, format: TranscriptFormat): AsyncGenerator<string> {
  const { begin, entry, end } = writers[format];
  const entryOf = entryMaker();
  const turns = new Turns();
  for await (const event of log) {
    await turns.take();
    if (event.seq === 1) yield begin((JSON.parse(event.data) as Session).name);
    yield entry(entryOf(event));
  }
  yield end;
}

/** The record of a transcript as JSON text, with the transcript as its `content`, an event at a time. */
export async function* renderTranscriptJson(
  log: Log,
  transcript: Omit<Transcript, 'content' | 'messageCount'>,
): AsyncGenerator<string> {
  let messageCount = 0;
  const counted = async function* (): Log {
    for await (const event of log) {
      if (event.event === 'message.created') messageCount++;
      yield event;
    }
  };
  yield `${JSON.stringify(transcript).slice(0, -1)},"content":"`;
  const turns = new Turns();
  for await (const text of renderTranscript(counted(), transcript.format)) {
    await turns.take();
    yield JSON.stringify(text).slice(1, -1);
  }
  yield `","messageCount":${String(messageCount)}}`;
}
