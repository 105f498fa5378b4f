import type { NoteVersion } from '@pairspace/protocol';
import { useState } from 'preact/hooks';

/** The shown facts about a version of a note or a file. */
export type Version = Pick<NoteVersion, 'version' | 'editor' | 'createdAt'>;

/** The shown version, and the version to compare it with. */
export interface VersionChoice<V extends Version> {
  versions: readonly V[];
  /** The number of the version that is shown. */
  chosen: number;
  /** The record of the version that was picked; undefined while none is picked and the newest is shown. */
  shown: V | undefined;
  choose: (version: number) => void;
  /** The number that was picked to compare with. */
  against: number | undefined;
  /** The record of the version to compare with; undefined without a comparison. */
  base: V | undefined;
  compareWith: (version: number | undefined) => void;
}

export const useVersionChoice = <V extends Version>(versions: readonly V[], newest: number): VersionChoice<V> => {
  const [picked, choose] = useState<number>();
  const [against, compareWith] = useState<number>();
  const shown = versions.find(({ version }) => version === picked);
  const chosen = shown?.version ?? newest;
  const base = against === chosen ? undefined : versions.find(({ version }) => version === against);
  return { versions, chosen, shown, choose, against, base, compareWith };
};
