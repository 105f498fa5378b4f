import type { ComponentProps } from 'preact';

/** Whatever else an `input` takes is passed on. */
type TextFieldProps = ComponentProps<'input'> & {
  label: string;
  value: string;
  write: (text: string) => void;
};

/** One line of text in a form, under its label. */
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
