import { AppError } from '@app/shared/base/errors.ts';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import type { Actor } from '../../http/actor.ts';
import { changeAddress, sellersNamed, type AddressChange, type SettingsBody } from './change-address.ts';
import type { StoredAccount, StoredAddress } from './settings-shapes.ts';

export interface Current {
  readonly actor: Actor;
  readonly account: StoredAccount;
  readonly addresses: readonly StoredAddress[];
  /** Those that the viewer may see. */
  readonly sellers: readonly SellerAccount[];
  readonly now: Date;
}

export interface ChangedAddress {
  readonly before: StoredAddress;
  readonly after: StoredAddress;
}

/** What a save comes to: nothing of it is written if any of it is refused. */
export interface SettingsPlan {
  readonly changed: readonly ChangedAddress[];
  readonly added: readonly StoredAddress[];
  readonly deleted: readonly StoredAddress[];
  readonly account: Pick<StoredAccount, 'instantAlert' | 'alertSubject' | 'batchingIntervalMinutes'>;
  /** Seller account → its new nickname; those only that get another one. */
  readonly nickNames: ReadonlyMap<string, string | null>;
}

/** Decides by the rights of section 6 and the rules of section 5. Throws what the person has to mend. */
export function planSettings(current: Current, body: SettingsBody): SettingsPlan {
  const { actor, addresses } = current;
  if (!actor.isOwner) refuseOfOthers(current, body);
  const deleted = body.deletedEmailAddresses.map((id) => deletable(findAddress(addresses, id)));
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
  return plan;
}

/** `GET /api/id/generate` gives ids that no row has. */
const isNewAddress = ({ emailAddressId, isNew }: AddressChange): boolean => isNew && emailAddressId.includes('-');

function findAddress(addresses: readonly StoredAddress[], id: string): StoredAddress {
  const found = addresses.find(({ emailAddressId }) => emailAddressId === id);
  if (!found) throw new AppError('notFound');
  return found;
}

function deletable(address: StoredAddress): StoredAddress {
  if (address.isPrimary) throw new AppError('badRequest', { text: 'The primary e-mail address cannot be deleted' });
  return address;
}

/** Whoever is not the owner changes how they themselves are told; what is sent unchanged is no change. */
function refuseOfOthers({ actor, addresses, account }: Current, body: SettingsBody): void {
  const primary = addresses.find(({ isPrimary }) => isPrimary);
  for (const { emailAddressId: id } of body.changedEmailAddresses) {
    if (id === primary?.emailAddressId) throw new AppError('forbidden');
    if (id !== actor.emailAddressId) throw new AppError(id.includes('-') ? 'forbidden' : 'notFound');
  }
  const own = findAddress(addresses, actor.emailAddressId);
  const isOfOwner =
    body.deletedEmailAddresses.length > 0 ||
    Object.keys(body.sellerAccountNewNames).length > 0 ||
    isOther(body.instantAlert, account.instantAlert) ||
    isOther(body.alertSubject, account.alertSubject) ||
    isOther(body.batchingIntervalMinutes, account.batchingIntervalMinutes) ||
    isOther(body.firstName, own.firstName) ||
    isOther(body.lastName, own.lastName) ||
    body.changedEmailAddresses.some(
      ({ email, sellersAccountAccessOn, sellersAccountAccessOff }) =>
        isOther(email, own.email) || sellersAccountAccessOn || sellersAccountAccessOff,
    );
  if (isOfOwner) throw new AppError('forbidden');
}

const isOther = <Value>(given: Value | undefined, held: Value): boolean => given !== undefined && given !== held;

function refuseUnknownSellers({ sellers }: Current, change: AddressChange): void {
  const known = new Set(sellers.map(({ sellerId }) => sellerId));
  if (sellersNamed(change).some((id) => !known.has(id))) throw new AppError('notFound');
}

/** The owner's names belong to the primary address, which need not be among the changed ones. */
function changedAddresses(
  { addresses, now }: Current,
  { known, body }: { readonly known: readonly AddressChange[]; readonly body: SettingsBody },
): ChangedAddress[] {
  const changes = Map.groupBy(known, ({ emailAddressId }) => emailAddressId);
  for (const id of changes.keys()) findAddress(addresses, id);
  return addresses
    .filter(({ emailAddressId }) => !body.deletedEmailAddresses.includes(emailAddressId))
    .map((before) => {
      const named = before.isPrimary ? withNames(before, body) : before;
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

/** Section 5: digest on, newsletter off, alerts by their defaults; and it lives where the owner does until it says. */
function addressFrom({ addresses, now }: Current, change: AddressChange): StoredAddress {
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
    subscribedToDailyDigest: true,
    subscribedToNewsletter: false,
    digestEmailHour: owner?.digestEmailHour ?? 7,
    timezoneOffsetMinutes: owner?.timezoneOffsetMinutes ?? 0,
    timezoneAdjustToDst: owner?.timezoneAdjustToDst ?? true,
    timeZone: owner?.timeZone ?? null,
    quietFromHour: null,
    quietToHour: null,
    stoppedReason: null,
    verificationSentAt: null,
  };
  return changeAddress(fresh, change, now);
}

const changedAccount = ({ account }: Current, body: SettingsBody): SettingsPlan['account'] => ({
  instantAlert: body.instantAlert ?? account.instantAlert,
  alertSubject: body.alertSubject ?? account.alertSubject,
  batchingIntervalMinutes: body.batchingIntervalMinutes ?? account.batchingIntervalMinutes,
});

function newNickNames({ sellers }: Current, body: SettingsBody): ReadonlyMap<string, string | null> {
  const named = Object.entries(body.sellerAccountNewNames).map(([id, name]) => {
    const seller = sellers.find(({ sellerId }) => sellerId === id);
    if (!seller) throw new AppError('notFound');
    return { id, name: name || null, isOther: (name || null) !== seller.nickName };
  });
  return new Map(named.filter(({ isOther: isNew }) => isNew).map(({ id, name }) => [id, name]));
}

/** People write one address in capitals or not. */
function refuseListedTwice({ addresses }: Current, plan: Omit<SettingsPlan, 'account' | 'nickNames'>): void {
  const changedIds = new Set([...plan.deleted, ...plan.changed.map(({ before }) => before)].map(idOf));
  const left = [
    ...addresses.filter((address) => !changedIds.has(idOf(address))),
    ...plan.changed.map(({ after }) => after),
    ...plan.added,
  ].map(({ email }) => email.toLowerCase());
  if (new Set(left).size < left.length) throw new AppError('emailListed');
}

const idOf = ({ emailAddressId }: StoredAddress): string => emailAddressId;
