import { useQuery } from '@tanstack/react-query';
import { listChannels } from '@app/shared/contract/channels.ts';
import { deliveryOutcomes, type DeliveryOutcome } from '@app/shared/contract/delivery-log.ts';
import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import { query } from '../../../lib/http/call.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { outcomeWords } from './delivery-words.ts';

export interface LogFilter {
  readonly emailAddressId?: string;
  readonly channelId?: string;
  readonly outcome?: DeliveryOutcome;
}

interface Props {
  readonly settings: IdentitySettings;
  readonly filter: LogFilter;
  readonly onChange: (filter: LogFilter) => void;
}

const everything = 'all';

export function DeliveryFilter({ settings, filter, onChange }: Props) {
  return (
    <search className="log-filter" aria-label="Delivery log">
      {settings.isOwner && <Recipient settings={settings} filter={filter} onChange={onChange} />}
      <Select
        label="Outcome"
        size="md"
        value={filter.outcome ?? everything}
        options={[
          { value: everything, label: 'Any' },
          ...deliveryOutcomes.map((outcome) => ({ value: outcome, label: outcomeWords[outcome].word })),
        ]}
        onChange={({ target }) => {
          const { outcome: _, ...others } = filter;
          const chosen = deliveryOutcomes.find((outcome) => outcome === target.value);
          onChange(chosen ? { ...others, outcome: chosen } : others);
        }}
      />
    </search>
  );
}

/** The choice of one address or one channel; the first letter of a value says which of the two its id belongs to. */
function Recipient({ settings, filter, onChange }: Props) {
  const { data } = useQuery(query(listChannels));
  const value = filter.emailAddressId ? `a${filter.emailAddressId}` : filter.channelId ? `c${filter.channelId}` : '';
  const recipients = [
    ...settings.emailAddresses.map(({ emailAddressId, email }) => ({ value: `a${emailAddressId}`, label: email })),
    ...(data?.channels ?? []).map(({ channelId, name }) => ({ value: `c${channelId}`, label: name })),
  ];
  const isGone = value !== '' && !recipients.some((recipient) => recipient.value === value);
  return (
    <Select
      label="To"
      size="md"
      value={value || everything}
      options={[
        { value: everything, label: 'Everybody' },
        ...recipients,
        // Without its option the browser would show the first one, while the log is still that of the removed recipient.
        ...(isGone ? [{ value, label: 'Removed since' }] : []),
      ]}
      onChange={({ target }) => {
        const id = target.value.slice(1);
        const outcome = filter.outcome && { outcome: filter.outcome };
        if (target.value === everything) onChange({ ...outcome });
        else
          onChange(target.value.startsWith('a') ? { emailAddressId: id, ...outcome } : { channelId: id, ...outcome });
      }}
    />
  );
}
