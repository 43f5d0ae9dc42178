import { IconChevronDown } from '@tabler/icons-react';
import { Button } from '../../../ui/fields/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Flyout } from '../../../ui/overlays/Flyout.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import type { AddressDraft } from '../form/form-model.ts';
import type { AddressFields } from '../form/settings-form.ts';
import { SmallSelect } from './SmallSelect.tsx';
import { offsets, offsetText, zoneText } from './time-zones.ts';
import { ZoneChoice } from './ZoneChoice.tsx';

interface Props {
  readonly address: AddressDraft;
  readonly onChange: (change: AddressFields) => void;
}

/** Chooses a zone by name, or without one an offset and whether summer time is added. */
export function TimeZoneControl({ address, onChange }: Props) {
  const now = useNow();
  const { timeZone, timezoneOffset, timezoneAdjustToDST } = address;
  const shown = timeZone === null ? 'Offset only' : zoneText(address, now);
  const trigger = (
    <Button size="sm" aria-label={`Time zone: ${shown}`}>
      {shown}
      <IconChevronDown size={14} aria-hidden="true" />
    </Button>
  );
  return (
    <>
      {timeZone === null && (
        <>
          <Checkbox
            checked={timezoneAdjustToDST}
            onChange={({ target }) => onChange({ timezoneAdjustToDST: target.checked })}
          >
            Daylight saving time
          </Checkbox>
          <SmallSelect
            label="Offset from UTC"
            value={timezoneOffset}
            options={offsets.map((hours) => [hours, offsetText(hours)])}
            onChange={(hours) => onChange({ timezoneOffset: hours })}
          />
        </>
      )}
      <Flyout trigger={trigger} label="Time zone">
        <ZoneChoice chosen={timeZone} onChoose={(zone) => onChange({ timeZone: zone })} />
      </Flyout>
    </>
  );
}
