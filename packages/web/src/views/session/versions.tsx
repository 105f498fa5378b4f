import type { NoteVersion } from '@pairspace/protocol';
import { shadeOfActor } from '../../content/shade.ts';
import { VersionMark } from '../../content/version-mark.tsx';
import type { Shared } from './place.ts';

/** What is told of a version of a note or a file. */
export type Version = Pick<NoteVersion, 'version' | 'editor' | 'createdAt'>;

interface VersionsProps {
  shared: Shared;
  /** The newest first. */
  versions: readonly Version[];
  chosen: number;
  choose: (version: number) => void;
  /** The version that the chosen one is compared with. */
  base: number | undefined;
  compareWith: (version: number | undefined) => void;
}

/** The versions of a note or a file: one is shown, and what is different from any other. */
export const Versions = ({ shared, versions, chosen, choose, base, compareWith }: VersionsProps) => (
  <>
    <div class="versions" role="group" aria-label="Versions">
      <span class="small dim">Versions</span>
      {versions.map(({ version, editor, createdAt }) => (
        <button
          type="button"
          key={version}
          class={`version ${shadeOfActor(editor, shared.moment.state.seats)}`}
          aria-pressed={version === chosen}
          title={`Version ${String(version)} by ${editor.name}, ${createdAt}`}
          onClick={() => {
            choose(version);
          }}
        >
          <VersionMark version={version} />
        </button>
      ))}
    </div>
    <label class="check small">
      Compare with
      <select
        class="input"
        value={base === undefined ? '' : String(base)}
        onChange={(event) => {
          const { value } = event.currentTarget;
          compareWith(value === '' ? undefined : Number(value));
        }}
      >
        <option value="">nothing</option>
        {versions
          .filter(({ version }) => version !== chosen)
          .map(({ version }) => (
            <option key={version} value={String(version)}>
              version {version}
            </option>
          ))}
      </select>
    </label>
  </>
);
