import type { ComponentProps } from 'react';
import { buttonClass, type ButtonVariant } from './Button.tsx';

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'title' | 'aria-label'> {
  /** The name for screen readers and tooltip. */
  readonly label: string;
  readonly variant?: ButtonVariant;
  readonly size?: 'sm' | 'md';
}

export function IconButton({ label, variant = 'ghost', size = 'md', ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass({ variant, size })} button--icon`}
      aria-label={label}
      title={label}
    />
  );
}
