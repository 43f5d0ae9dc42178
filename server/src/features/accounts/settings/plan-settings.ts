import { AppError } from '@app/shared/base/errors.ts';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import type { Actor } from '../../../http/actor.ts';
import { changeAddress, sellersNamed, type AddressChange, type SettingsBody } from './change-address.ts';
import type { StoredAccount, StoredAddress } from './settings-shapes.ts';
import { settingsOfNewAddress } from './stored-settings.ts';

export interface CurrentSettings {
  readonly actor: Actor;
  readonly account: StoredAccount;
  readonly addresses: readonly StoredAddress[];
  /** Seller accounts that the viewer may see. */
  readonly sellers: readonly SellerAccount[];
  readonly now: Date;
}

export interface ChangedAddress {
  readonly before: StoredAddress;
  readonly after: StoredAddress;
}

/** The result of a save. Nothing is written if any part of it is refused. */
export interface SettingsPlan {
  readonly changed: readonly ChangedAddress[];
  readonly added: readonly StoredAddress[];
  readonly deleted: readonly StoredAddress[];
  readonly account: Pick<StoredAccount, 'instantAlert' | 'alertSubject' | 'batchingIntervalMinutes'>;
  /** Seller account → its new nickname, only for nicknames that change. */
  readonly nickNames: ReadonlyMap<string, string | null>;
}

/**
 * Plans a save by the rights and rules of the specification, sections 6 and 5. Throws an error that the person can
 * correct.
 */
export function planSettings(current: CurrentSettings, body: SettingsBody): SettingsPlan {
  const { actor, addresses } = current;
  if (!actor.isOwner) refuseOwnerChanges(current, body);
  const deletedIds = [...new Set(body.deletedEmailAddresses)];
  const deleted = deletedIds.map((id) => requireDeletable(findAddress(addresses, id)));
  const known = body.changedEmailAddresses.filter((change) => !isNewAddress(change));
  for (const change of body.changedEmailAddresses) refuseUnknownSellers(current, change);
  const changed = changedAddresses(current, { known, body });
  const added = body.changedEmailAddresses.filter(isNewAddress).map((change) => addressFrom(current, change));
  const plan = {
    changed,
    added,
    deleted,
    account: changedAccount(current, body),
    nickNames: newNickNames(current, body),
  };
  refuseListedTwice(current, plan);
  if (!actor.isServed) refuseAllButDeletions(current, plan);
  return plan;
}

/** While the service is off, addresses can be deleted, so that users can be removed; other changes are refused. */
function refuseAllButDeletions({ account }: CurrentSettings, plan: SettingsPlan): void {
  const { instantAlert, alertSubject, batchingIntervalMinutes } = plan.account;
  const changesAccount =
    isChanged(instantAlert, account.instantAlert) ||
    isChanged(alertSubject, account.alertSubject) ||
    isChanged(batchingIntervalMinutes, account.batchingIntervalMinutes);
  if (changesAccount || plan.changed.length > 0 || plan.added.length > 0 || plan.nickNames.size > 0) {
    throw new AppError('subscriptionOff');
  }
}

/** A new address has an id from `GET /api/id/generate`, a UUID with hyphens, which belongs to no row. */
const isNewAddress = ({ emailAddressId, isNew }: AddressChange): boolean => isNew && emailAddressId.includes('-');

function findAddress(addresses: readonly StoredAddress[], id: string): StoredAddress {
  const found = addresses.find(({ emailAddressId }) => emailAddressId === id);
  if (!found) throw new AppError('notFound');
  return found;
}

function requireDeletable(address: StoredAddress): StoredAddress {
  if (address.isPrimary) throw new AppError('badRequest', { text: 'The primary e-mail address cannot be deleted' });
  return address;
}

/**
 * Users other than the owner may change only their own preferences. A value that is sent unchanged is not a change.
 */
function refuseOwnerChanges({ actor, addresses, account }: CurrentSettings, body: SettingsBody): void {
  const primary = addresses.find(({ isPrimary }) => isPrimary);
  for (const { emailAddressId: id } of body.changedEmailAddresses) {
    if (id === primary?.emailAddressId) throw new AppError('forbidden');
    if (id !== actor.emailAddressId) throw new AppError(id.includes('-') ? 'forbidden' : 'notFound');
  }
  const own = findAddress(addresses, actor.emailAddressId);
  const isOfOwner =
    body.deletedEmailAddresses.length > 0 ||
    Object.keys(body.sellerAccountNewNames).length > 0 ||
    isChanged(body.instantAlert, account.instantAlert) ||
    isChanged(body.alertSubject, account.alertSubject) ||
    isChanged(body.batchingIntervalMinutes, account.batchingIntervalMinutes) ||
    isChanged(body.firstName, own.firstName) ||
    isChanged(body.lastName, own.lastName) ||
    body.changedEmailAddresses.some(
      ({ email, sellersAccountAccessOn, sellersAccountAccessOff }) =>
        isChanged(email, own.email) || sellersAccountAccessOn || sellersAccountAccessOff,
    );
  if (isOfOwner) throw new AppError('forbidden');
}

const isChanged = <Value>(given: Value | undefined, held: Value): boolean => given !== undefined && given !== held;

function refuseUnknownSellers({ sellers }: CurrentSettings, change: AddressChange): void {
  const known = new Set(sellers.map(({ sellerId }) => sellerId));
  if (sellersNamed(change).some((id) => !known.has(id))) throw new AppError('notFound');
}

/**
 * Returns the addresses that differ after the save. The names that the owner sends change the primary address, even if
 * it is not among the changed addresses; names that another user sends are ignored.
 */
function changedAddresses(
  { actor, addresses, now }: CurrentSettings,
  { known, body }: { readonly known: readonly AddressChange[]; readonly body: SettingsBody },
): ChangedAddress[] {
  const changes = Map.groupBy(known, ({ emailAddressId }) => emailAddressId);
  for (const id of changes.keys()) findAddress(addresses, id);
  return addresses
    .filter(({ emailAddressId }) => !body.deletedEmailAddresses.includes(emailAddressId))
    .map((before) => {
      const named = before.isPrimary && actor.isOwner ? withNames(before, body) : before;
      const after = (changes.get(before.emailAddressId) ?? []).reduce(
        (address, change) => changeAddress(address, change, now),
        named,
      );
      return { before, after };
    })
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

const withNames = (address: StoredAddress, { firstName, lastName }: SettingsBody): StoredAddress => ({
  ...address,
  firstName: firstName ?? address.firstName,
  lastName: lastName ?? address.lastName,
});

/**
 * Returns a new address (specification, section 5): its digest hour and time zone are the owner's, and its alerts and
 * other settings have their defaults.
 */
function addressFrom({ addresses, now }: CurrentSettings, change: AddressChange): StoredAddress {
  const owner = addresses.find(({ isPrimary }) => isPrimary);
  if (change.email === undefined) throw new AppError('invalidEmail');
  const fresh: StoredAddress = {
    emailAddressId: change.emailAddressId,
    email: '',
    firstName: '',
    lastName: '',
    isPrimary: false,
    isUser: false,
    isInvited: false,
    isVerified: false,
    alertSettings: {},
    hiddenSellerAccountIds: [],
    unsubscribedSellerAccountIds: [],
    ...settingsOfNewAddress(owner),
    stoppedReason: null,
    lastDigestDay: null,
    verificationSentAt: null,
  };
  return changeAddress(fresh, change, now);
}

const changedAccount = ({ account }: CurrentSettings, body: SettingsBody): SettingsPlan['account'] => ({
  instantAlert: body.instantAlert ?? account.instantAlert,
  alertSubject: body.alertSubject ?? account.alertSubject,
  batchingIntervalMinutes: body.batchingIntervalMinutes ?? account.batchingIntervalMinutes,
});

function newNickNames({ sellers }: CurrentSettings, body: SettingsBody): ReadonlyMap<string, string | null> {
  const named = Object.entries(body.sellerAccountNewNames).map(([id, name]) => {
    const seller = sellers.find(({ sellerId }) => sellerId === id);
    if (!seller) throw new AppError('notFound');
    return { id, name: name || null, isChanged: (name || null) !== seller.nickName };
  });
  return new Map(named.filter(({ isChanged: isNew }) => isNew).map(({ id, name }) => [id, name]));
}

/** Throws if two addresses are the same when upper and lower case are ignored. */
function refuseListedTwice({ addresses }: CurrentSettings, plan: Omit<SettingsPlan, 'account' | 'nickNames'>): void {
  const changedIds = new Set([...plan.deleted, ...plan.changed.map(({ before }) => before)].map(idOf));
  const left = [
    ...addresses.filter((address) => !changedIds.has(idOf(address))),
    ...plan.changed.map(({ after }) => after),
    ...plan.added,
  ].map(({ email }) => email.toLowerCase());
  if (new Set(left).size < left.length) throw new AppError('emailListed');
}

const idOf = ({ emailAddressId }: StoredAddress): string => emailAddressId;
