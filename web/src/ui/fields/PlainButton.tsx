import { useState, type ComponentProps } from 'react';
import { buttonState } from './button-state.ts';

export interface PlainButtonProps extends ComponentProps<'button'> {
  /** While a call is in progress the button keeps the focus, ignores clicks and is announced as busy. */
  readonly busy?: boolean;
}

/** The button without a look, on which all buttons that can be disabled are built. It keeps the focus that it has. */
export function PlainButton({ disabled = false, busy = false, onClick, onFocus, onBlur, ...rest }: PlainButtonProps) {
  const [hasFocus, setHasFocus] = useState(false);
  return (
    <button
      type="button"
      {...rest}
      {...buttonState({ disabled, busy, hasFocus })}
      onClick={busy || disabled ? (event) => event.preventDefault() : onClick}
      onFocus={(event) => {
        setHasFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        // If the whole window loses the focus, the button stays the active element and gets the focus back with it.
        if (document.activeElement !== event.currentTarget) setHasFocus(false);
        onBlur?.(event);
      }}
    />
  );
}
