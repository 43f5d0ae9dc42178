import type { IdentitySettings } from '@app/shared/contract/accounts.ts';

interface Address {
  readonly email: string;
  readonly isPrimary: boolean;
}

/** Section 6: the owner may change everything, other users their own alerts and times. */
export const isOwn = (settings: IdentitySettings, { email }: Address): boolean =>
  email.toLowerCase() === settings.email.toLowerCase();

export const mayEdit = (settings: IdentitySettings, address: Address): boolean =>
  settings.isOwner || isOwn(settings, address);

/** Only the owner decides on access, and the primary address, which is the owner's, always has it. */
export const mayManageAccess = (settings: IdentitySettings, address: Address): boolean =>
  settings.isOwner && !address.isPrimary;
