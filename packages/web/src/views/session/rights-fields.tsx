import type { ObserverRight } from '@pairspace/protocol';
import { rights, rightWords } from './say-rights.ts';

interface RightsFieldsProps {
  chosen: readonly ObserverRight[];
  choose: (rights: readonly ObserverRight[]) => void;
  /** Whether a right may be added now. */
  mayAdd: (right: ObserverRight) => boolean;
}

/** The rights of a person, each with what it lets the person do. */
export const RightsFields = ({ chosen, choose, mayAdd }: RightsFieldsProps) => (
  <fieldset class="rights grid">
    <legend>Beside reading and editing notes, this person may</legend>
    {rights.map((right) => (
      <label key={right}>
        <input
          type="checkbox"
          checked={chosen.includes(right)}
          disabled={!chosen.includes(right) && !mayAdd(right)}
          onChange={({ currentTarget }) => {
            choose(rights.filter((one) => (one === right ? currentTarget.checked : chosen.includes(one))));
          }}
        />
        <span>
          <b>{rightWords[right].does}</b>
          <small class="dim">{rightWords[right].says}</small>
        </span>
      </label>
    ))}
  </fieldset>
);
