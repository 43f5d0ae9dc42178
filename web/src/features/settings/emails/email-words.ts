import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import type { AddressDraft } from '../form/form-model.ts';
import { mayEdit } from '../may-edit.ts';

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The line under an address in the list: its owner, and its digest if the viewer may know it. */
export function lineOf(address: AddressDraft, settings: IdentitySettings): string {
  if (!mayEdit(settings, address)) return whoOf(address);
  if (address.isDeleted) return 'Is deleted when you save';
  if (address.isNew) return 'New, not saved yet';
  if (address.stoppedReason !== null) return 'Stopped, gets nothing';
  if (!address.isVerified) return 'Not verified, gets nothing';
  return `${whoOf(address)}, ${address.subscribedToDailyDigestEmail ? `digest ${hourText(address.digestEmailHour)}` : 'no digest'}`;
}

function whoOf({ isPrimary, isUser, firstName, lastName }: AddressDraft): string {
  if (isPrimary) return 'Primary';
  return isUser ? `${firstName} ${lastName}`.trim() || 'User' : 'Gets mail only';
}

/** The reason why no test can be sent to the address, whether or not it is edited; `null` without such a reason. */
export function testProblem({ isNew, isVerified }: AddressDraft): string | null {
  if (isNew) return 'Save the new address first';
  return isVerified ? null : 'A test can be sent once it is verified';
}

/** The line below the e-mail of an address. It is never empty, so that nothing moves while the e-mail is edited. */
export function emailHint({ isNew, isUser }: AddressDraft, isEdited: boolean): string {
  if (isEdited && !isNew) return 'Until you save, no test and no link can be sent to it';
  return isUser ? 'Its user logs in with it' : 'Gets mail only: it cannot be used for login';
}

export function countText(addresses: readonly AddressDraft[]): string {
  const saved = addresses.filter(({ isNew }) => !isNew);
  const verified = saved.filter(({ isVerified }) => isVerified).length;
  return `${addresses.length} ${addresses.length === 1 ? 'address' : 'addresses'}, ${verified} verified`;
}

/** "Alerts of 2 of 5": of how many seller accounts an address gets the alerts. */
export function sellersNote(notified: number, all: number): string {
  if (all === 1) return notified === 1 ? 'Alerts are on' : 'Alerts are off';
  return notified === all ? `Alerts of all ${all}` : `Alerts of ${notified} of ${all}`;
}
