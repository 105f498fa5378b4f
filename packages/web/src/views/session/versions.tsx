import { shadeOfActor } from '@pairspace/protocol/site';
import { VersionMark } from '../../content/version-mark.tsx';
import { Select } from '../../ui/select.tsx';
import type { Version, VersionChoice } from './use-version-choice.ts';
import { Button } from '../../ui/button.tsx';

const CompareWith = ({ choice: { versions, chosen, against, compareWith } }: { choice: VersionChoice<Version> }) => (
  <label class="check small">
    Compare with
    <Select
      value={against}
      choices={[
        [undefined, 'nothing'],
        ...versions
          .filter(({ version }) => version !== chosen)
          .map(({ version }) => [version, `version ${String(version)}`] as const),
      ]}
      choose={compareWith}
    />
  </label>
);

/** Chooses the shown version of a note or a file, from the newest on, and a version to compare it with. */
export const Versions = ({ choice }: { choice: VersionChoice<Version> }) => (
  <>
    <div class="versions line wrap" role="group" aria-label="Versions">
      <span class="small dim">Versions</span>
      {choice.versions.map(({ version, editor, createdAt }) => (
        <Button
          key={version}
          class={`version ${shadeOfActor(editor)}`}
          aria-pressed={version === choice.chosen}
          title={`Version ${String(version)} by ${editor.name}, ${createdAt}`}
          act={() => {
            choice.choose(version);
          }}
        >
          <VersionMark version={version} />
        </Button>
      ))}
    </div>
    <CompareWith choice={choice} />
  </>
);
