import type { ReactNode } from 'react';
import { AccountSection } from './account/AccountSection.tsx';
import { AuditTrail } from './account/AuditTrail.tsx';
import { Sessions } from './account/Sessions.tsx';
import { ChannelsPanel } from './channels/ChannelsPanel.tsx';
import { DeliveryLog } from './channels/DeliveryLog.tsx';
import { TwoFactorPanel } from './two-factor/TwoFactorPanel.tsx';
import type { PanelProps } from './use-settings-form.ts';

export { UsersPanel } from './users/UsersPanel.tsx';

type Panel = (props: PanelProps) => ReactNode;

export const ChannelPanels: Panel = (props) => (
  <>
    {props.settings.isOwner && <ChannelsPanel {...props} />}
    <DeliveryLog {...props} />
  </>
);

export const AccountPanels: Panel = (props) => (
  <>
    <AccountSection {...props} />
    <TwoFactorPanel isOwner={props.settings.isOwner} />
    <Sessions />
    {props.settings.isOwner && <AuditTrail />}
  </>
);
