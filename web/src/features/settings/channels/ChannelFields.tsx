import type { Channel } from '@app/shared/contract/channels.ts';
import { Segments } from '../../../ui/fields/Segments.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { ChannelDraft } from './channel-draft.ts';

interface Props {
  readonly draft: ChannelDraft;
  /** Null for a new one. */
  readonly channel: Channel | null;
  readonly problems: { readonly name?: string; readonly address?: string };
  readonly onChange: (change: Partial<ChannelDraft>) => void;
}

export function ChannelFields({ draft, channel, problems, onChange }: Props) {
  const isSlack = draft.kind === 'slack';
  return (
    <>
      {!channel && (
        <div>
          <Segments
            label="Kind of channel"
            value={draft.kind}
            options={[
              { value: 'webhook', content: 'Webhook' },
              { value: 'slack', content: 'Slack' },
            ]}
            onChange={(kind) => onChange({ kind })}
          />
        </div>
      )}
      <TextField
        label="Name"
        placeholder={isSlack ? '#amazon-alerts' : 'Warehouse system'}
        maxLength={100}
        value={draft.name}
        error={problems.name}
        onChange={({ target }) => onChange({ name: target.value })}
        data-autofocus
      />
      <TextField
        label={isSlack ? 'Webhook URL of the Slack channel' : 'Address that is called'}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        placeholder={isSlack ? 'https://hooks.slack.com/services/…' : 'https://'}
        optional={channel !== null}
        value={draft.address}
        error={problems.address}
        hint={channel ? `Now ${channel.addressHint}; leave it empty to keep it` : hintOf(isSlack)}
        onChange={({ target }) => onChange({ address: target.value })}
      />
    </>
  );
}

const hintOf = (isSlack: boolean): string =>
  isSlack
    ? 'From Slack, under Incoming Webhooks of an app of yours. It is a secret: it is kept encrypted and never shown again'
    : 'Public and https. It is kept encrypted and never shown again';
