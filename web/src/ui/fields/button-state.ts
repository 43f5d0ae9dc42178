interface ButtonFlags {
  readonly disabled: boolean;
  readonly busy: boolean;
  readonly hasFocus: boolean;
}

/**
 * The attributes of a button that is disabled or busy. A browser takes the focus from a button that it disables, and a
 * person with a keyboard has to begin at the top of the page again; the last page of a list disables the very button
 * that was pressed. Such a button is only marked as disabled until the focus leaves it.
 */
export function buttonState({ disabled, busy, hasFocus }: ButtonFlags) {
  const staysReachable = busy || (disabled && hasFocus);
  return {
    disabled: disabled && !hasFocus,
    'aria-disabled': staysReachable || undefined,
    'aria-busy': busy || undefined,
    'data-off': disabled || undefined,
  };
}
