import { useId } from 'react';
import { FieldError } from '../../../ui/fields/FieldError.tsx';
import { SettingRow } from '../parts/Section.tsx';
import type { FormHandle } from '../form/use-settings-form.ts';

interface Props {
  readonly form: FormHandle;
  readonly onChange: (hours: string) => void;
}

/** Section 5: "Batching interval: number from 1 to 24 hours." */
export function HoursField({ form, onChange }: Props) {
  const id = useId();
  const error = form.problems.batchingHours;
  const note = error ? (
    <FieldError id={id}>{error}</FieldError>
  ) : (
    <span id={id}>1 to 24 hours, then one mail tells all that happened</span>
  );
  return (
    <SettingRow title="Collect for" note={note}>
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={24}
        step={1}
        aria-label="Hours to collect alerts for"
        aria-describedby={id}
        aria-invalid={error ? true : undefined}
        className="input input--md hours-field"
        value={form.draft.account.batchingHours}
        onChange={({ target }) => onChange(target.value)}
      />
      <span className="dim">hours</span>
    </SettingRow>
  );
}
