import type { ReactNode } from 'react';
import { AccountSection } from './account/AccountSection.tsx';
import { Sessions } from './account/Sessions.tsx';
import type { PanelProps } from './use-settings-form.ts';

export { UsersPanel } from './users/UsersPanel.tsx';

type Panel = (props: PanelProps) => ReactNode;

export const ChannelPanels: Panel = () => null;

export const AccountPanels: Panel = (props) => (
  <>
    <AccountSection {...props} />
    <Sessions />
  </>
);
