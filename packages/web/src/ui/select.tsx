import type { ComponentProps } from 'preact';

interface SelectProps<Value> extends Pick<ComponentProps<'select'>, 'aria-label' | 'class' | 'aria-disabled'> {
  value: Value;
  choices: readonly (readonly [value: Value, says: string])[];
  choose: (value: Value) => void;
}

/** A choice of one of several values. */
export const Select = <Value extends string | number | null | undefined>(props: SelectProps<Value>) => {
  const { value, choices, choose, ...select } = props;
  return (
    <select
      class="input"
      {...select}
      value={value ?? ''}
      onChange={({ currentTarget }) => {
        const [chosen] = choices.slice(currentTarget.selectedIndex);
        if (chosen) choose(chosen[0]);
      }}
    >
      {choices.map(([one, says]) => (
        <option key={one} value={one ?? ''}>
          {says}
        </option>
      ))}
    </select>
  );
};
