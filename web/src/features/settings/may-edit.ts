import type { IdentitySettings } from '@app/shared/contract/accounts.ts';

interface Address {
  readonly email: string;
  readonly isPrimary: boolean;
}

/** Section 6: the owner changes everything, others what they themselves are told. */
export const isOwn = (settings: IdentitySettings, { email }: Address): boolean =>
  email.toLowerCase() === settings.email.toLowerCase();

export const mayEdit = (settings: IdentitySettings, address: Address): boolean =>
  settings.isOwner || isOwn(settings, address);

/** What may be seen is the owner's decision, and the primary address is the owner's own. */
export const mayManageAccess = (settings: IdentitySettings, address: Address): boolean =>
  settings.isOwner && !address.isPrimary;
