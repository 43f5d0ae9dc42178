import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';

interface Props {
  readonly label: string;
  /** What it is done to, for those who hear the button alone. */
  readonly subject: string;
  readonly onConfirm: () => void;
}

/** Two clicks: the second one says so. Whoever goes elsewhere takes the first one back. */
export function ConfirmButton({ label, subject, onConfirm }: Props) {
  const [isAsked, setIsAsked] = useState(false);
  const handleClick = () => {
    setIsAsked(!isAsked);
    if (isAsked) onConfirm();
  };
  const shown = isAsked ? `Confirm: ${label.toLowerCase()}` : label;
  return (
    <Button
      variant={isAsked ? 'danger' : 'bordered'}
      aria-label={`${shown} (${subject})`}
      onClick={handleClick}
      onBlur={() => setIsAsked(false)}
    >
      {shown}
    </Button>
  );
}
