import { useId } from 'react';
import { SeveritySign } from '../../../ui/signs/SeveritySign.tsx';
import { SettingRow } from '../parts/Section.tsx';
import type { FormHandle } from '../form/use-settings-form.ts';
import '../../../ui/fields/field.css';

interface Props {
  readonly form: FormHandle;
  readonly onChange: (hours: string) => void;
}

/** Section 5: "Batching interval: number from 1 to 24 hours." */
export function HoursField({ form, onChange }: Props) {
  const id = useId();
  const error = form.problems.batchingHours;
  const note = error ? (
    <span className="field__error" id={id}>
      <SeveritySign level="alert" size={14} />
      {error}
    </span>
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
