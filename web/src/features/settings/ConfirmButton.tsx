import { useState } from 'react';
import { Button, type ButtonSize } from '../../ui/fields/Button.tsx';

interface Props {
  readonly label: string;
  /** What the button says before the second click. */
  readonly confirmLabel?: string;
  /** What it is done to, for those who hear the button alone. */
  readonly subject: string;
  readonly size?: ButtonSize;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
}

/** Two clicks: the second one says so. Whoever goes elsewhere takes the first one back. */
export function ConfirmButton({ label, confirmLabel, subject, onConfirm, ...look }: Props) {
  const [isAsked, setIsAsked] = useState(false);
  const handleClick = () => {
    setIsAsked(!isAsked);
    if (isAsked) onConfirm();
  };
  const shown = isAsked ? (confirmLabel ?? `Confirm: ${label.toLowerCase()}`) : label;
  return (
    <Button
      {...look}
      variant={isAsked ? 'danger' : 'bordered'}
      aria-label={`${shown} (${subject})`}
      onClick={handleClick}
      onBlur={() => setIsAsked(false)}
    >
      {shown}
    </Button>
  );
}
