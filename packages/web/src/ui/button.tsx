import type { ComponentProps } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  act: (() => void) | undefined;
  /** The words on the button, unless it has children. */
  says?: string;
}

/** A button that acts, and submits no form. */
export const Button = ({ act, says, ...button }: ButtonProps) => (
  <button type="button" class="button" onClick={act} children={says} {...button} />
);

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'children' | 'says'> {
  label: string;
  icon: IconName;
  size?: number;
}

/** A button that shows an icon alone. Its label is for those who do not see the icon. */
export const IconButton = ({ label, icon, size = 16, ...button }: IconButtonProps) => (
  <Button class="button quiet icon" aria-label={label} {...button}>
    <Icon name={icon} size={size} />
  </Button>
);
