import type * as z from 'zod/mini';
import { AppError } from '@app/shared/base/errors.ts';
import type { putSettings } from '@app/shared/contract/accounts.ts';
import { splitIds } from '@app/shared/watchdogs/model/colour-strings.ts';
import { cleanEmail, isEmail, isSameEmail } from '@app/shared/domain/inputs/email-address.ts';
import { standardOffsetMinutes, wholeHours } from '@app/shared/domain/clock/time-zone.ts';
import { turnAlerts } from './alert-choices.ts';
import type { StoredAddress } from './settings-shapes.ts';
import { mergeSettings, type StoredSettings } from './stored-settings.ts';

export type SettingsBody = z.output<typeof putSettings.body>;
export type AddressChange = SettingsBody['changedEmailAddresses'][number];

/**
 * Applies a change to an address, or throws if the change is not possible. The caller checks whether the viewer may
 * make it.
 */
export function changeAddress(before: StoredAddress, change: AddressChange, now: Date): StoredAddress {
  const email = change.email === undefined ? before.email : cleanEmail(change.email);
  if (email !== before.email && !isEmail(email)) throw new AppError('invalidEmail');
  if (before.isPrimary) refusePrimaryChange(before, { ...change, email });
  const isOther = !isSameEmail(email, before.email);
  const settings = { ...mergeSettings(before, change), ...changedZone(before, change, now) };
  refuseHalfQuietHours(settings);
  return {
    ...before,
    email,
    isVerified: before.isVerified && !isOther,
    stoppedReason: isOther ? null : before.stoppedReason,
    ...settings,
    alertSettings: turnAlerts(before.alertSettings, { on: change.alertTurnedOn, off: change.alertTurnedOff }),
    unsubscribedSellerAccountIds: changedIds(before.unsubscribedSellerAccountIds, {
      added: change.sellersTurnedOff,
      removed: change.sellersTurnedOn,
    }),
    hiddenSellerAccountIds: changedIds(before.hiddenSellerAccountIds, {
      added: change.sellersAccountAccessOff,
      removed: change.sellersAccountAccessOn,
    }),
  };
}

/**
 * Specification, section 6: the primary address identifies the owner, who has access to everything and always receives
 * product updates.
 */
function refusePrimaryChange({ email }: StoredAddress, change: AddressChange): void {
  if (change.email !== email) {
    throw refusal(
      'The address of the owner cannot be changed here. Please write to support, who will ask you for proof',
    );
  }
  if (change.subscribedToNewsletter === false) throw refusal('The primary address always receives product updates');
  if (change.sellersAccountAccessOff) throw refusal('The owner has access to every seller account');
}

const refusal = (text: string): AppError => new AppError('badRequest', { text });

/**
 * A new offset without a zone removes the zone, which would override it. A new zone sets its own offset. If a zone is
 * taken away, its offset is cut to whole hours, because pages show no others: five and a half hours become five.
 */
function changedZone(
  before: StoredAddress,
  change: AddressChange,
  now: Date,
): Pick<StoredSettings, 'timeZone' | 'timezoneOffsetMinutes'> {
  const isOffsetNew =
    change.timezoneOffset !== undefined && change.timezoneOffset !== wholeHours(before.timezoneOffsetMinutes);
  const timeZone = change.timeZone !== undefined ? change.timeZone : isOffsetNew ? null : before.timeZone;
  if (timeZone !== null && timeZone !== before.timeZone) {
    const timezoneOffsetMinutes = standardOffsetMinutes(timeZone, now.getUTCFullYear());
    return { timeZone, timezoneOffsetMinutes };
  }
  if (isOffsetNew) return { timeZone, timezoneOffsetMinutes: Number(change.timezoneOffset) * 60 };
  const { timezoneOffsetMinutes } = before;
  const isZoneTaken = timeZone !== before.timeZone;
  return {
    timeZone,
    timezoneOffsetMinutes: isZoneTaken ? wholeHours(timezoneOffsetMinutes) * 60 : timezoneOffsetMinutes,
  };
}

function refuseHalfQuietHours({ quietFromHour: from, quietToHour: to }: StoredSettings): void {
  if ((from === null) !== (to === null) || (from !== null && from === to)) {
    throw new AppError('badRequest', { text: 'Quiet hours begin at one hour and end at another' });
  }
}

interface ChangedIds {
  readonly added: string | undefined;
  readonly removed: string | undefined;
}

function changedIds(before: readonly string[], { added, removed }: ChangedIds): readonly string[] {
  const removedIds = splitIds(removed ?? '');
  return [...new Set([...before, ...splitIds(added ?? '')])].filter((id) => !removedIds.includes(id));
}

/** All seller accounts that a change names. */
export const sellersNamed = (change: AddressChange): readonly string[] =>
  [
    change.sellersTurnedOn,
    change.sellersTurnedOff,
    change.sellersAccountAccessOn,
    change.sellersAccountAccessOff,
  ].flatMap((ids) => splitIds(ids ?? ''));
