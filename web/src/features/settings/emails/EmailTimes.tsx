import { useQuery } from '@tanstack/react-query';
import { addressSettingFields } from '@app/shared/contract/address-settings.ts';
import { isServedStatus } from '@app/shared/domain/billing/payment-status.ts';
import { identityQuery } from '../../../lib/session/identity.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import type { AddressDraft } from '../form/form-model.ts';
import { RowSwitch } from '../parts/RowSwitch.tsx';
import { SettingRow } from '../parts/Section.tsx';
import type { AddressFields } from '../form/settings-form.ts';
import type { FormHandle } from '../form/use-settings-form.ts';
import { hourText } from './email-words.ts';
import { nextDigestText } from './next-digest.ts';
import { SmallSelect } from './SmallSelect.tsx';
import { TimeZoneControl } from './TimeZoneControl.tsx';

interface Props {
  readonly form: FormHandle;
  readonly address: AddressDraft;
}

interface RowProps {
  readonly address: AddressDraft;
  readonly onChange: (change: AddressFields) => void;
}

const hours = Array.from({ length: 24 }, (_, hour) => [hour, hourText(hour)] as const);

/** The settings of one address, apart from its alerts and seller accounts. */
export function EmailTimes({ form, address }: Props) {
  const onChange = (change: AddressFields) =>
    form.dispatch({ type: 'addressChanged', id: address.emailAddressId, change });
  const props = { address, onChange };
  return (
    <>
      <DigestRow {...props} />
      <QuietRow {...props} />
      <SettingRow title="Time zone" note="Of the digest and the quiet hours">
        <TimeZoneControl {...props} />
      </SettingRow>
      <SwitchRows {...props} />
      {address.isPrimary && (
        <SettingRow title="Product updates" note="The primary address always gets these">
          <RowSwitch label="Product updates" on disabled />
        </SettingRow>
      )}
    </>
  );
}

function DigestRow({ address, onChange }: RowProps) {
  const moment = { now: useNow(), isServed: useIsServed() };
  const isOn = address.subscribedToDailyDigestEmail;
  return (
    <SettingRow title="Daily digest" note={`The 60-second brief${isOn ? `, ${nextDigestText(address, moment)}` : ''}`}>
      {isOn && (
        <SmallSelect
          label="Digest hour"
          value={address.digestEmailHour}
          options={hours}
          onChange={(digestEmailHour) => onChange({ digestEmailHour })}
        />
      )}
      <RowSwitch
        label="Daily digest"
        on={isOn}
        onChange={(subscribedToDailyDigestEmail) => onChange({ subscribedToDailyDigestEmail })}
      />
    </SettingRow>
  );
}

/** Whether the account's products are watched. */
function useIsServed(): boolean {
  const { data: identity } = useQuery(identityQuery);
  return identity === undefined || (isServedStatus(identity.paymentStatus) && identity.deletedAt === null);
}

/** The quiet hours that are set when the user turns the switch on. */
const usualQuietHours = { quietFromHour: 22, quietToHour: 7 };

function QuietRow({ address: { quietFromHour, quietToHour }, onChange }: RowProps) {
  const isOn = quietFromHour !== null && quietToHour !== null;
  return (
    <SettingRow title="Quiet hours" note="Alerts of these hours are sent after them">
      {isOn && (
        <span className="row">
          <SmallSelect
            label="Quiet from"
            value={quietFromHour}
            options={hours.filter(([hour]) => hour !== quietToHour)}
            onChange={(hour) => onChange({ quietFromHour: hour })}
          />
          <span className="dim">to</span>
          <SmallSelect
            label="Quiet to"
            value={quietToHour}
            options={hours.filter(([hour]) => hour !== quietFromHour)}
            onChange={(hour) => onChange({ quietToHour: hour })}
          />
        </span>
      )}
      <RowSwitch
        label="Quiet hours"
        on={isOn}
        onChange={(on) => onChange(on ? usualQuietHours : { quietFromHour: null, quietToHour: null })}
      />
    </SettingRow>
  );
}

const switches = addressSettingFields.flatMap(({ name, control }) => (control ? [{ name, ...control }] : []));

function SwitchRows({ address, onChange }: RowProps) {
  // Section 5: the primary address always receives product updates.
  const isOffered = (name: string) => !(address.isPrimary && name === 'subscribedToNewsletter');
  return switches
    .filter(({ name }) => isOffered(name))
    .map(({ name, title, note }) => (
      <SettingRow key={name} title={title} note={note}>
        <RowSwitch label={title} on={address[name] === true} onChange={(on) => onChange({ [name]: on })} />
      </SettingRow>
    ));
}
