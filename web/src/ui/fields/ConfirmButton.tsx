import { useState, type MouseEvent } from 'react';
import { passFocusOn } from '../hooks/pass-focus-on.ts';
import { Button, type ButtonSize } from './Button.tsx';

interface Props {
  readonly label: string;
  /** The button's text before the second click. */
  readonly confirmLabel?: string;
  /** The object of the action, for screen readers. */
  readonly subject: string;
  readonly size?: ButtonSize;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
}

/**
 * A button that needs two clicks. Moving the focus away takes the first click back. The second half of a double click
 * confirms nothing, because nobody has read the question by then.
 */
export function ConfirmButton({ label, confirmLabel, subject, onConfirm, ...look }: Props) {
  const [isAsked, setIsAsked] = useState(false);
  const handleClick = ({ detail }: MouseEvent) => {
    if (detail > 1) return;
    setIsAsked(!isAsked);
    if (isAsked) onConfirm();
  };
  const shown = isAsked ? (confirmLabel ?? `Confirm: ${label.toLowerCase()}`) : label;
  return (
    <Button
      {...look}
      ref={passFocusOn}
      variant={isAsked ? 'danger' : 'bordered'}
      aria-label={`${shown} (${subject})`}
      onClick={handleClick}
      onBlur={() => setIsAsked(false)}
    >
      {shown}
    </Button>
  );
}
