import type { ReactNode } from 'react';
import { PlainButton } from './PlainButton.tsx';
import './switch.css';

interface Props {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly children: ReactNode;
  /** The reason of the state, or what to do; read together with the switch. */
  readonly note?: ReactNode;
  readonly noteId?: string;
  readonly disabled?: boolean;
}

/** A switch that takes effect at once, unlike a checkbox in a form. A word beside it states whether it is on. */
export function Switch({ on, onChange, children, note, noteId, disabled = false }: Props) {
  return (
    <div className="switch">
      <PlainButton
        role="switch"
        aria-checked={on}
        aria-describedby={note ? noteId : undefined}
        className="switch__button"
        disabled={disabled}
        onClick={() => onChange(!on)}
      >
        <span className="switch__label">{children}</span>
        <span className="switch__state" aria-hidden="true">
          {on ? 'On' : 'Off'}
        </span>
        <span className="switch__track" aria-hidden="true" />
      </PlainButton>
      {note && (
        <p id={noteId} className="switch__note">
          {note}
        </p>
      )}
    </div>
  );
}
