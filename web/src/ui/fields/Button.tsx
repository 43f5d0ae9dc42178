import type { ComponentProps, ReactNode } from 'react';
import './button.css';

export type ButtonVariant = 'primary' | 'bordered' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface Look {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly block?: boolean | undefined;
}

/** The classes of a button, for a link that looks like one. */
export function buttonClass({ variant = 'bordered', size = 'md', block = false }: Look = {}): string {
  return ['button', `button--${variant}`, `button--${size}`, block ? 'button--block' : ''].filter(Boolean).join(' ');
}

export interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'className'> {
  readonly icon?: ReactNode;
  /** While a call is in progress the button keeps the focus, ignores clicks and is announced as busy. */
  readonly busy?: boolean;
}

export function Button({ variant, size, block, icon, busy = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, block })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {children}
      {busy && <Dots />}
    </button>
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
