import { shadeOfActor } from '@pairspace/protocol/site';
import { VersionMark } from '../../content/version-mark.tsx';
import type { Version, VersionChoice } from './use-version-choice.ts';

const CompareWith = ({ choice: { versions, chosen, against, compareWith } }: { choice: VersionChoice<Version> }) => (
  <label class="check small">
    Compare with
    <select
      class="input"
      value={against === undefined ? '' : String(against)}
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
);

/** Chooses the shown version of a note or a file, from the newest on, and a version to compare it with. */
export const Versions = ({ choice }: { choice: VersionChoice<Version> }) => (
  <>
    <div class="versions" role="group" aria-label="Versions">
      <span class="small dim">Versions</span>
      {choice.versions.map(({ version, editor, createdAt }) => (
        <button
          type="button"
          key={version}
          class={`version ${shadeOfActor(editor)}`}
          aria-pressed={version === choice.chosen}
          title={`Version ${String(version)} by ${editor.name}, ${createdAt}`}
          onClick={() => {
            choice.choose(version);
          }}
        >
          <VersionMark version={version} />
        </button>
      ))}
    </div>
    <CompareWith choice={choice} />
  </>
);
