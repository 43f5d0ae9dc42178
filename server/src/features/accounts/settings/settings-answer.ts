import { epochSeconds } from '@app/shared/base/time.ts';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import type { EmailAddress, IdentitySettings } from '@app/shared/contract/accounts.ts';
import { defaultSettings, inheritedSettings } from '@app/shared/contract/address-settings.ts';
import { addDays, dayOf, daysFrom, startOfDay } from '@app/shared/base/calendar-day.ts';
import { daysOfPeriod } from '@app/shared/domain/billing/period.ts';
import { hasDailyPricing } from '@app/shared/domain/billing/package.ts';
import { groupStatus } from '@app/shared/domain/issue-status.ts';
import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';
import type { Actor } from '../../../http/actor.ts';
import { shapeAlertSettings, watchdogsByFamily } from './alert-choices.ts';
import { isLocked } from '../verification/email-verification.ts';
import type { StoredAccount, StoredAddress, StoredPricing } from './settings-shapes.ts';
import { shapeAddressSettings } from './stored-settings.ts';

interface SettingsView {
  readonly actor: Actor;
  readonly account: StoredAccount;
  readonly pricing: StoredPricing;
  readonly addresses: readonly StoredAddress[];
  readonly sellers: readonly SellerAccount[];
  readonly now: Date;
  /** Whether seller accounts can be connected to Amazon Advertising. */
  readonly hasAdvertising: boolean;
}

/** The account as the viewer may see it, in the form of the specification, section 3. */
export function shapeSettings(seen: SettingsView): IdentitySettings {
  const { actor, account, pricing, sellers, now, hasAdvertising } = seen;
  const shown = visibleAddresses(seen);
  const own = shown.find(({ emailAddressId }) => emailAddressId === actor.emailAddressId);
  if (!own) throw new Error(`There is no address ${actor.emailAddressId}`);
  return {
    email: own.email,
    isOwner: actor.isOwner,
    firstName: own.firstName,
    lastName: own.lastName,
    companyName: account.companyName,
    dailyPricing: hasDailyPricing(pricing, dayOf(now)),
    ...periodOf(account, pricing, now),
    accountCreatedAt: epochSeconds(account.createdAt),
    emailAddresses: [...shown],
    sellerAccounts: [...sellers],
    instantAlert: account.instantAlert,
    alertSubject: account.alertSubject,
    batchingIntervalMinutes: account.batchingIntervalMinutes,
    ...inheritedSettings(own),
    watchDogTypesToDisplayName: displayNames(account),
    showAdvertisementApiSettings: hasAdvertising,
    suppressedAlertTypes: account.suppressedTypes.map(alertTypeOf),
  };
}

/**
 * Specification, section 6: the owner sees all addresses; other users see their own, and only the e-mail of the primary
 * one.
 */
export function visibleAddresses(
  seen: Omit<SettingsView, 'account' | 'pricing' | 'hasAdvertising'>,
): readonly EmailAddress[] {
  const { actor, addresses } = seen;
  return addresses.flatMap((address) => {
    const isOwn = address.emailAddressId === actor.emailAddressId;
    if (actor.isOwner || isOwn) return [shapeAddress(address, seen)];
    return address.isPrimary ? [withAddressAlone(address)] : [];
  });
}

function shapeAddress(address: StoredAddress, { sellers, now }: Pick<SettingsView, 'sellers' | 'now'>): EmailAddress {
  const shown = new Set(sellers.map(({ sellerId }) => sellerId));
  const amongShown = (ids: readonly string[]): string[] => ids.filter((id) => shown.has(id));
  return {
    emailAddressId: address.emailAddressId,
    email: address.email,
    firstName: address.firstName,
    lastName: address.lastName,
    isPrimary: address.isPrimary,
    isUser: address.isUser,
    isVerified: address.isVerified,
    verificationEmailSent: isLocked(address.verificationSentAt, now),
    ...shapeAddressSettings(address),
    // Specification, section 5: the primary address always receives product updates.
    subscribedToNewsletter: address.isPrimary || address.subscribedToNewsletter,
    alertsSettings: shapeAlertSettings(address.alertSettings),
    unsubscribedSellerAccounts: amongShown(address.unsubscribedSellerAccountIds),
    allowedSellerAccounts: amongShown(address.hiddenSellerAccountIds),
    stoppedReason: address.stoppedReason,
    lastDigestDay: address.lastDigestDay,
    isInvited: address.isInvited,
  };
}

const withAddressAlone = ({ emailAddressId, email, isVerified, stoppedReason }: StoredAddress): EmailAddress => ({
  emailAddressId,
  email,
  firstName: '',
  lastName: '',
  isPrimary: true,
  isUser: true,
  isVerified,
  verificationEmailSent: false,
  ...defaultSettings,
  subscribedToNewsletter: true,
  alertsSettings: {},
  unsubscribedSellerAccounts: [],
  allowedSellerAccounts: [],
  stoppedReason,
  lastDigestDay: null,
  isInvited: false,
});

/** Returns the titles of the kinds of watchdogs by alert type, without the kinds that are hidden from the menu. */
const displayNames = ({ groupStatuses }: StoredAccount): Record<string, string> =>
  Object.fromEntries(
    watchdogsByFamily
      .filter(({ type }) => groupStatuses[type] !== groupStatus.hidden)
      .map(({ type, title }) => [alertTypeOf(type), title]),
  );

/** Returns the trial, or after it the billing period that is open. */
function periodOf(
  { createdAt, trialEndsAt }: Pick<StoredAccount, 'createdAt' | 'trialEndsAt'>,
  { periodFrom: from }: Pick<StoredPricing, 'periodFrom'>,
  now: Date,
): Pick<IdentitySettings, 'periodStart' | 'periodEnd'> {
  if (now < trialEndsAt) return { periodStart: epochSeconds(createdAt), periodEnd: epochSeconds(trialEndsAt) };
  // The stored period may have ended already, because its last day is not closed yet.
  const ended = Math.max(0, Math.floor(daysFrom(from, dayOf(now)) / daysOfPeriod));
  const begin = addDays(from, ended * daysOfPeriod);
  return {
    periodStart: epochSeconds(startOfDay(begin)),
    periodEnd: epochSeconds(startOfDay(addDays(begin, daysOfPeriod))),
  };
}
