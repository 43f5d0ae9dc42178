import type { Channel, ChannelChange, ChannelKind } from '@app/shared/contract/channels.ts';
import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import { webhook } from '@app/shared/transports/webhook.ts';
import { defaultAddress } from '../form/default-address.ts';
import { isSame } from '../form/form-model.ts';

export interface ChannelDraft {
  readonly kind: ChannelKind;
  readonly name: string;
  /**
   * The address that was typed. Empty for an existing channel unless its address changes, because the address is a
   * secret.
   */
  readonly address: string;
  readonly alertsSettings: Channel['alertsSettings'];
  readonly unsubscribedSellerAccounts: readonly string[];
}

/** A new channel gets the same alerts as a new address (section 5). */
export const newChannel = (settings: IdentitySettings): ChannelDraft => ({
  kind: webhook.id,
  name: '',
  address: '',
  alertsSettings: defaultAddress(settings, { id: '', email: '' }).alertsSettings,
  unsubscribedSellerAccounts: [],
});

export const draftOfChannel = (channel: Channel): ChannelDraft => ({
  kind: channel.kind,
  name: channel.name,
  address: '',
  alertsSettings: channel.alertsSettings,
  unsubscribedSellerAccounts: channel.unsubscribedSellerAccounts,
});

/** @param isNew whether an address is required; an empty address of an existing channel keeps the saved one */
export function channelProblems(
  draft: ChannelDraft,
  isNew: boolean,
): { readonly name?: string; readonly address?: string } {
  return {
    ...(draft.name.trim() === '' && { name: 'Please give it a name' }),
    ...(!isAddressRight(draft.address.trim(), isNew) && {
      address: 'Please enter the whole address, with https://',
    }),
  };
}

/**
 * Checks the form of an address only. The server decides which addresses are allowed; on test servers http is allowed
 * too.
 */
const isAddressRight = (address: string, isNew: boolean): boolean =>
  address === '' ? !isNew : ['https:', 'http:'].includes(URL.parse(address)?.protocol ?? '');

/** Returns the fields that differ from the saved channel. */
export function channelChange(draft: ChannelDraft, channel: Channel): ChannelChange {
  const name = draft.name.trim();
  const address = draft.address.trim();
  return {
    ...(name !== channel.name && { name }),
    ...(address !== '' && { address }),
    ...(!isSame(draft.alertsSettings, channel.alertsSettings) && { alertsSettings: draft.alertsSettings }),
    ...(!isSame(draft.unsubscribedSellerAccounts, channel.unsubscribedSellerAccounts) && {
      unsubscribedSellerAccounts: [...draft.unsubscribedSellerAccounts],
    }),
  };
}
