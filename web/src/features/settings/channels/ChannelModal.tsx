import { useState, type SyntheticEvent } from 'react';
import { addChannel, changeChannel, type Channel } from '@app/shared/contract/channels.ts';
import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import { call } from '../../../lib/http/call.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { errorAndMessage } from '../form/error-and-message.ts';
import { channelChange, channelProblems, draftOfChannel, newChannel, type ChannelDraft } from './channel-draft.ts';
import { ChannelFields } from './ChannelFields.tsx';
import { ChannelSubscriptions } from './ChannelSubscriptions.tsx';

interface Props {
  readonly settings: IdentitySettings;
  /** The channel to edit; null for a new one. */
  readonly channel: Channel | null;
  readonly onClose: () => void;
  /** The secret of a new webhook, to be shown once. */
  readonly onSaved: (secret: string | null) => void;
}

/** The form of a channel: its address and its alerts. A failure keeps everything as it was typed. */
export function ChannelModal({ settings, channel, onClose, onSaved }: Props) {
  const [draft, setDraft] = useState<ChannelDraft>(() => (channel ? draftOfChannel(channel) : newChannel(settings)));
  const [wasSent, setWasSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const problems = channelProblems(draft, channel === null);
  const change = (changed: Partial<ChannelDraft>) => setDraft((before) => ({ ...before, ...changed }));
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      onSaved(await save(draft, channel));
    } catch (error) {
      setFailure(errorAndMessage(error));
      setBusy(false);
    }
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (Object.keys(problems).length === 0 && !busy) void send();
  };
  return (
    <Modal title={channel ? `Change ${channel.name}` : 'Add a channel'} medium onClose={onClose} isBusy={busy}>
      <form className="modal-form channel-form" onSubmit={handleSubmit} noValidate>
        {failure && (
          <Banner level="alert" onClose={() => setFailure(null)}>
            {failure}
          </Banner>
        )}
        <ChannelFields draft={draft} channel={channel} problems={wasSent ? problems : {}} onChange={change} />
        <ChannelSubscriptions settings={settings} draft={draft} onChange={change} />
        <div className="modal__actions">
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {channel ? 'Save' : 'Add channel'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

async function save(draft: ChannelDraft, channel: Channel | null): Promise<string | null> {
  if (channel) {
    const { channelId } = channel;
    await call(changeChannel, { params: { channelId }, body: channelChange(draft, channel) });
    return null;
  }
  const { kind, name, address, alertsSettings, unsubscribedSellerAccounts } = draft;
  const body = { kind, name, address, alertsSettings, unsubscribedSellerAccounts: [...unsubscribedSellerAccounts] };
  return (await call(addChannel, { body })).secret;
}
