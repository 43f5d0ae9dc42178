import type { ReactNode } from 'react';
import type { PanelProps } from './use-settings-form.ts';

type Panel = (props: PanelProps) => ReactNode;

export const UsersPanel: Panel = () => null;
export const ChannelPanels: Panel = () => null;
export const AccountPanels: Panel = () => null;
