import { PlainButton } from '../../../ui/fields/PlainButton.tsx';
import '../../../ui/fields/switch.css';

interface Props {
  /** The title of the `SettingRow`, which also names the switch for screen readers. */
  readonly label: string;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly onChange?: (on: boolean) => void;
}

/** A switch at the end of a `SettingRow`, whose title names it. It is saved with the form. */
export function RowSwitch({ label, on, disabled = false, onChange }: Props) {
  return (
    <PlainButton
      role="switch"
      aria-label={label}
      aria-checked={on}
      className="switch__button row-switch"
      disabled={disabled}
      onClick={() => onChange?.(!on)}
    >
      <span className="switch__state" aria-hidden="true">
        {on ? 'On' : 'Off'}
      </span>
      <span className="switch__track" aria-hidden="true" />
    </PlainButton>
  );
}
