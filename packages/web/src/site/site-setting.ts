import { entryId, type Links, versionKey } from '@pairspace/protocol/site';
import type { Target } from '@pairspace/protocol';
import type { Setting } from '../content/setting.ts';
import { clockIn } from '../lib/format.ts';

/** The same for all readers, wherever the site is made. */
const clock = clockIn('UTC');

/** The site as a setting: targets are links to its pages. */
export const siteSetting = ({ entries, notes, files, jobs, tasks, asks }: Links): Setting => ({
  clock,
  hrefOf: (target: Target) => {
    if ('seq' in target) return entries?.get(target.seq) ?? `#${entryId(target.seq)}`;
    if ('file' in target) return files?.get(target.file);
    if ('job' in target) return jobs?.get(target.job);
    if ('task' in target) return tasks?.get(target.task);
    if ('ask' in target) return asks?.get(target.ask);
    const { note, version } = target;
    return (version === undefined ? undefined : notes?.get(versionKey(note, version))) ?? notes?.get(note);
  },
});
