import { isSameEmail } from '@app/shared/domain/inputs/email-address.ts';
import type { IdentitySettings } from '@app/shared/contract/accounts.ts';

interface Address {
  readonly email: string;
  readonly isPrimary: boolean;
}

/** Section 6: the owner may change everything, other users their own alerts and times. */
const isOwn = (settings: IdentitySettings, { email }: Address): boolean => isSameEmail(email, settings.email);

export const mayEdit = (settings: IdentitySettings, address: Address): boolean =>
  settings.isOwner || isOwn(settings, address);

/** Only the owner sets access rights. Those of the primary address cannot be changed, because it is the owner's. */
export const mayManageAccess = (settings: IdentitySettings, address: Address): boolean =>
  settings.isOwner && !address.isPrimary;
