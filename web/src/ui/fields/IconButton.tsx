import { Button, type ButtonProps } from './Button.tsx';

interface Props extends Omit<ButtonProps, 'title' | 'aria-label' | 'block' | 'square' | 'icon'> {
  /** The name for screen readers and tooltip. */
  readonly label: string;
  readonly size?: 'sm' | 'md';
}

export const IconButton = ({ label, variant = 'ghost', ...rest }: Props) => (
  <Button {...rest} variant={variant} square aria-label={label} title={label} />
);
