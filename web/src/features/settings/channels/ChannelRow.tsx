import { IconDots, IconKey, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Channel } from '@app/shared/contract/channels.ts';
import { channelTransportOf } from '@app/shared/transports/registry.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/overlays/Menu.tsx';
import { RelativeTime } from '../../../ui/signs/RelativeTime.tsx';
import { Severity } from '../../../ui/signs/SeveritySign.tsx';
import { RowSwitch } from '../parts/RowSwitch.tsx';
import { SettingRow } from '../parts/Section.tsx';
import { TransportIcon } from './TransportIcon.tsx';
import { useChannel } from './use-channel.ts';
import { Modal } from '../../../ui/overlays/Modal.tsx';

interface Props {
  readonly channel: Channel;
  readonly onEdit: () => void;
  /** A new secret, to be shown once. */
  readonly onSecret: (secret: string) => void;
  readonly onChanged: () => void;
}

export function ChannelRow({ channel, onEdit, onSecret, onChanged }: Props) {
  const [isRemoving, setRemoving] = useState(false);
  const { works, setOn, test, renewSecret, remove } = useChannel(channel, { onSecret, onChanged });
  const { kind, name, isOn, stoppedReason } = channel;
  const { label, isSigned } = channelTransportOf(kind);
  return (
    <SettingRow
      title={
        <span className="channel__name">
          <TransportIcon id={kind} />
          <span>
            {name} <span className="meta">{label}</span>
          </span>
        </span>
      }
      note={<State channel={channel} />}
    >
      <RowSwitch label={`Send to ${name}`} on={isOn && stoppedReason === null} onChange={(on) => void setOn(on)} />
      <Button
        size="sm"
        icon={<IconSend size={16} aria-hidden="true" />}
        busy={works.has('test')}
        aria-label={`Send test to ${name}`}
        onClick={() => void test()}
      >
        Send test
      </Button>
      <Menu
        align="end"
        trigger={
          <IconButton label={`More for ${name}`} size="sm">
            <IconDots size={16} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={<IconPencil size={16} />} onSelect={onEdit}>
          Change
        </MenuItem>
        {isSigned && (
          <MenuItem icon={<IconKey size={16} />} onSelect={() => void renewSecret()}>
            New signing secret
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem icon={<IconTrash size={16} />} danger onSelect={() => setRemoving(true)}>
          Remove
        </MenuItem>
      </Menu>
      {isRemoving && (
        <ConfirmRemoval
          name={name}
          busy={works.has('remove')}
          onClose={() => setRemoving(false)}
          onConfirm={() => void remove()}
        />
      )}
    </SettingRow>
  );
}

/** The address of the channel, and the reason why messages do not arrive. */
function State({ channel: { addressHint, stoppedReason, failingSince, isOn } }: Pick<Props, 'channel'>) {
  return (
    <>
      <span className="channel__address">{addressHint}</span>
      {stoppedReason !== null && (
        <Severity level="alert" size={14}>
          <span>Stopped: {stoppedReason}. Switch it on to try again.</span>
        </Severity>
      )}
      {stoppedReason === null && isOn && failingSince !== null && (
        <Severity level="warning" size={14}>
          <span>
            First failed <RelativeTime at={failingSince} />; what waits is tried again
          </span>
        </Severity>
      )}
    </>
  );
}

interface ConfirmRemovalProps {
  readonly name: string;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

const ConfirmRemoval = ({ name, busy, onClose, onConfirm }: ConfirmRemovalProps) => (
  <Modal title={`Remove ${name}?`} level="warning" onClose={onClose} isBusy={busy}>
    <p className="dim">Nothing more is sent there, not even what waits. Its address is forgotten.</p>
    <div className="modal__actions">
      <Button disabled={busy} onClick={onClose} data-autofocus>
        Cancel
      </Button>
      <Button variant="danger" busy={busy} onClick={onConfirm}>
        Remove
      </Button>
    </div>
  </Modal>
);
