import { type Endpoints, TranscriptFormat, transcriptTypes } from '@pairspace/protocol';
import { getSessionHead } from '../access/session-head.ts';
import { scanLog } from '../events/scan-log.ts';
import type { Bind, Call } from '../http/dispatch/call.ts';
import { StreamedAnswer } from '../http/dispatch/answer.ts';
import { isoTime } from '../lib/clock.ts';
import type { Storage } from '../storage/storage.ts';
import { findMark, markTranscript, type TranscriptMark } from './mark-transcript.ts';
import { renderTranscript, renderTranscriptJson } from './render-transcript.ts';
import { htmlHeaders } from './write-html.ts';

interface TranscriptRoutes {
  bind: Bind;
  endpoints: Endpoints;
  storage: Storage;
  now: () => number;
}

export const bindTranscripts = ({ bind, endpoints, storage, now }: TranscriptRoutes): void => {
  const { read } = storage;

  bind(endpoints.getTranscript, async (call) => {
    const { sessionId } = call.params;
    const format = formatOf(call);
    const stored = await findMark(read, sessionId, format);
    const { lastSeq } = await getSessionHead(read, sessionId);
    // A read writes nothing: without a stored transcript it returns the one that a POST would store.
    const mark = stored ?? { format, seq: lastSeq, generatedAt: isoTime(now()) };
    return transcript(call, mark, mark.seq < lastSeq);
  });
  bind(endpoints.makeTranscript, async (call) => {
    const { sessionId } = call.params;
    const format = formatOf(call);
    const mark = await call.writeValue((tx) => markTranscript(tx, sessionId, format));
    return transcript(call, mark, false);
  });

  const transcript = (
    { params: { sessionId }, prefers }: TranscriptCall,
    mark: TranscriptMark,
    stale: boolean,
  ): StreamedAnswer => {
    const { format, seq } = mark;
    const log = scanLog(read, sessionId, seq);
    const type = transcriptTypes[format];
    return prefers(type)
      ? new StreamedAnswer(
          `${type}; charset=utf-8`,
          renderTranscript(log, format),
          format === 'html' ? htmlHeaders : {},
        )
      : StreamedAnswer.data(renderTranscriptJson(log, { sessionId, ...mark, stale }));
  };
};

type TranscriptCall = Pick<Call<Endpoints['getTranscript']>, 'params' | 'query' | 'prefers'>;

/** The format in the query, otherwise the one in `Accept`. */
const formatOf = ({ query, prefers }: TranscriptCall): TranscriptFormat => {
  const type = prefers(...Object.values(transcriptTypes));
  return query.format ?? TranscriptFormat.options.find((format) => transcriptTypes[format] === type) ?? 'text';
};
