import type { ComponentProps } from 'preact';

/** All other properties are passed on to the `input` element. */
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
