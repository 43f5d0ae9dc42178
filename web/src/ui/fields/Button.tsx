import type { ReactNode } from 'react';
import { PlainButton, type PlainButtonProps } from './PlainButton.tsx';
import './button.css';

export type ButtonVariant = 'primary' | 'bordered' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface Look {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly block?: boolean | undefined;
  /** Whether the button is as wide as high, for an icon alone. */
  readonly square?: boolean | undefined;
}

/** The classes of a button, for a link that looks like one. */
export function buttonClass({ variant = 'bordered', size = 'md', block, square }: Look = {}): string {
  const classes = [
    'button',
    `button--${variant}`,
    `button--${size}`,
    block && 'button--block',
    square && 'button--icon',
  ];
  return classes.filter(Boolean).join(' ');
}

export interface ButtonProps extends Look, Omit<PlainButtonProps, 'className'> {
  readonly icon?: ReactNode;
}

export function Button({ variant, size, block, square, icon, children, ...rest }: ButtonProps) {
  return (
    <PlainButton {...rest} className={buttonClass({ variant, size, block, square })}>
      {icon}
      {children}
      {rest.busy && <Dots />}
    </PlainButton>
  );
}

function Dots() {
  return (
    <span className="button__dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
