import { eventJson } from '../../events/event-hash.ts';
import { scanLog } from '../../events/scan-log.ts';
import type { Queries } from '../../storage/storage.ts';
import type { SiteFile } from './site-file.ts';

/** A page ends with the event that reaches this size. */
const pageCharacters = 256 * 1024;

/** The log with its hashes as JSON arrays, for programs that check the chain (CHN-6). */
export async function* logPages(db: Queries, sessionId: string, until: number): AsyncGenerator<SiteFile> {
  let events: string[] = [];
  let characters = 0;
  let number = 1;
  for await (const row of scanLog(db, sessionId, until)) {
    const text = eventJson(sessionId, row);
    events.push(text);
    characters += text.length;
    if (characters < pageCharacters && row.seq < until) continue;
    yield { path: `log/${String(number++)}.json`, text: `[\n${events.join(',\n')}\n]\n` };
    events = [];
    characters = 0;
  }
}
