import type { PanelField } from '@app/shared/watchdogs/model/define.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { minimumMinutes, sensitivities } from './setting-choices.ts';
import { WhitelistField } from './WhitelistField.tsx';
import { readWhitelist } from './whitelist-url.ts';

interface Props {
  readonly field: PanelField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Whether a value is possible for a setting that is a number. */
export const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1;

/** The control for one setting of a kind, chosen by its `widget`. */
export function SettingField({ field, value, onChange }: Props) {
  switch (field.widget) {
    case 'toggle':
      return (
        <div>
          <Checkbox checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)}>
            {field.label}
          </Checkbox>
          {field.help && <p className="meta configure__help">{field.help}</p>}
        </div>
      );
    case 'number':
      return (
        <TextField
          label={field.label}
          hint={field.help}
          size="md"
          type="number"
          min={1}
          error={isCount(value) ? null : 'A whole number, 1 or more'}
          value={typeof value === 'number' ? value : ''}
          onChange={({ currentTarget: { value: typed } }) => onChange(typed === '' ? null : Number(typed))}
        />
      );
    case 'sensitivity':
      return (
        <Select
          label={field.label}
          hint={field.help}
          size="md"
          options={sensitivities}
          value={typeof value === 'string' ? value : 'MEDIUM'}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'minimumMinutes':
      return (
        <Select
          label={field.label}
          hint={field.help}
          size="md"
          options={minimumMinutes}
          value={typeof value === 'number' ? String(value) : '0'}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        />
      );
    case 'whitelist':
      return <WhitelistField field={field} whitelist={readWhitelist(value)} onChange={onChange} />;
    default:
      return null;
  }
}
