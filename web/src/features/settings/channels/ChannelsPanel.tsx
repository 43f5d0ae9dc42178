import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Channel } from '@app/shared/contract/channels.ts';
import { channelTransports } from '@app/shared/transports/registry.ts';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import { Section } from '../parts/Section.tsx';
import type { PanelProps } from '../form/use-settings-form.ts';
import { channelsQuery } from './channel-list.ts';
import { ChannelModal } from './ChannelModal.tsx';
import { ChannelRow } from './ChannelRow.tsx';
import { SecretModal } from '../parts/SecretModal.tsx';
import './channels.css';

/** "Slack, Discord and Telegram": the channels that people read, without webhooks, which programs read. */
const listChats = (): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(
    channelTransports.filter(({ isSigned }) => !isSigned).map(({ label }) => label),
  );

interface Secret {
  readonly text: string;
  /** Whether the secret replaces an earlier one. */
  readonly isRenewed: boolean;
}

/** Changes here are saved at once: they are no part of the page's form. */
export function ChannelsPanel({ settings, form }: PanelProps) {
  const channels = useQuery(channelsQuery);
  const { data, refetch } = channels;
  const failed = useFailed(channels);
  const chats = listChats();
  const [edited, setEdited] = useState<Channel | 'new' | null>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const handleSaved = (fresh: string | null) => {
    setEdited(null);
    // A secret that is shown stays: it cannot be shown again.
    if (fresh !== null) setSecret({ text: fresh, isRenewed: false });
    void refetch();
    void form.reload();
  };
  return (
    <Section
      id="channels"
      title="Webhooks and chats"
      note={`Alerts for programs and for channels of ${chats}`}
      actions={
        <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => setEdited('new')}>
          Add channel
        </Button>
      }
    >
      <div className="settings-section__body">
        {data?.channels.map((channel) => (
          <ChannelRow
            key={channel.channelId}
            channel={channel}
            onEdit={() => setEdited(channel)}
            onSecret={(text) => setSecret({ text, isRenewed: true })}
            onChanged={() => void refetch()}
          />
        ))}
        {data?.channels.length === 0 && (
          <p className="channels__none">
            None yet. A webhook calls a program of yours with each alert, signed; {chats} show it in a channel.
          </p>
        )}
        {!data && !failed && (
          <SkeletonArea label="Loading the channels">
            <Skeleton height="48px" />
          </SkeletonArea>
        )}
        {failed && <ErrorState title="The channels did not load" {...failed} />}
      </div>
      {edited && (
        <ChannelModal
          settings={settings}
          channel={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={handleSaved}
        />
      )}
      {secret && (
        <SecretModal title="Signing secret" label="Secret" secret={secret.text} onClose={() => setSecret(null)}>
          Each message is signed with it, so that your program can tell ours from others. It is shown this once: keep it
          where your program finds it.{secret.isRenewed && ' For a day the one before signs too.'}
        </SecretModal>
      )}
    </Section>
  );
}
