import type { Channel } from '@app/shared/contract/channels.ts';
import { channelTransportOf, channelTransports, type ChannelTransportId } from '@app/shared/transports/registry.ts';
import { Segments } from '../../../ui/fields/Segments.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { ChannelDraft } from './channel-draft.ts';
import { TransportIcon } from './TransportIcon.tsx';

interface Props {
  readonly draft: ChannelDraft;
  /** The channel to edit; null for a new one. */
  readonly channel: Channel | null;
  readonly problems: { readonly name?: string; readonly address?: string };
  readonly onChange: (change: Partial<ChannelDraft>) => void;
}

export function ChannelFields({ draft, channel, problems, onChange }: Props) {
  const { form } = channelTransportOf(draft.kind);
  return (
    <>
      {!channel && (
        <div>
          <Segments
            label="Kind of channel"
            value={draft.kind}
            options={channelTransports.map(({ id, label }) => ({ value: id, content: <Kind id={id} label={label} /> }))}
            onChange={(kind) => onChange({ kind })}
          />
        </div>
      )}
      <TextField
        label="Name"
        placeholder={form.namePlaceholder}
        maxLength={100}
        value={draft.name}
        error={problems.name}
        onChange={({ target }) => onChange({ name: target.value })}
        data-autofocus
      />
      <TextField
        label={form.addressLabel}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        placeholder={form.addressPlaceholder}
        optional={channel !== null}
        value={draft.address}
        error={problems.address}
        hint={channel ? `Now ${channel.addressHint}; leave it empty to keep it` : form.help}
        onChange={({ target }) => onChange({ address: target.value })}
      />
    </>
  );
}

const Kind = ({ id, label }: { readonly id: ChannelTransportId; readonly label: string }) => (
  <>
    <TransportIcon id={id} />
    {label}
  </>
);
