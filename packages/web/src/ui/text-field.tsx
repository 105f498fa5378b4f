import type { ComponentProps } from 'preact';

/** Other attributes of an `input` are passed on. */
type TextFieldProps = ComponentProps<'input'> & {
  label: string;
  value: string;
  write: (text: string) => void;
};

/** A single-line text field in a form, under its label. */
export const TextField = ({ label, write, ...input }: TextFieldProps) => (
  <label class="field">
    <span>{label}</span>
    <input
      class="input"
      {...input}
      onInput={(event) => {
        write(event.currentTarget.value);
      }}
    />
  </label>
);
