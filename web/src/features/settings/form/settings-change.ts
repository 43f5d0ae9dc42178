import type { ChangedEmailAddress, SettingsChange } from '@app/shared/contract/accounts.ts';
import { addressSettingFields } from '@app/shared/contract/address-settings.ts';
import { joinColours, joinIds } from '@app/shared/watchdogs/model/colour-strings.ts';
import { colours } from '@app/shared/base/severity.ts';
import { defaultAddress } from './default-address.ts';
import { areHours } from './settings-problems.ts';
import { addressIn, isSame, type AddressDraft, type SettingsForm } from './form-model.ts';

/**
 * Section 7: the body of `PUT /api/identity/settings`, which contains only the fields that differ from the original.
 */
export function changeOf(form: SettingsForm): SettingsChange {
  const { draft, original } = form;
  const changed = draft.addresses
    .filter(({ isDeleted }) => !isDeleted)
    .flatMap((address) => changedAddress(form, address));
  const deleted = draft.addresses.filter(({ isDeleted, isNew }) => isDeleted && !isNew);
  const names = Object.entries(draft.nicknames).filter(([id, name]) => name.trim() !== original.nicknames[id]);
  return {
    ...(changed.length > 0 && { changedEmailAddresses: changed }),
    ...(deleted.length > 0 && { deletedEmailAddresses: deleted.map(({ emailAddressId }) => emailAddressId) }),
    ...(names.length > 0 && {
      sellerAccountNewNames: Object.fromEntries(names.map(([id, name]) => [id, name.trim()])),
    }),
    ...accountChange(form),
  };
}

function accountChange({ draft: { account }, original: { account: before } }: SettingsForm): SettingsChange {
  const [firstName, lastName] = [account.firstName.trim(), account.lastName.trim()];
  return {
    ...(account.instantAlert !== before.instantAlert && { instantAlert: account.instantAlert }),
    ...(account.alertSubject !== before.alertSubject && { alertSubject: account.alertSubject }),
    // Instant alerts hide the field of the batching hours, so an invalid text in it is not sent.
    ...(account.batchingHours !== before.batchingHours &&
      areHours(account.batchingHours) && {
        batchingIntervalMinutes: Number(account.batchingHours) * 60,
      }),
    ...(firstName !== before.firstName && { firstName }),
    ...(lastName !== before.lastName && { lastName }),
  };
}

/**
 * The fields of an address that are compared. A new address sends its e-mail and its inherited fields even if
 * unchanged, so that it gets the values that the form shows: the owner's values, from which they are inherited, may
 * have changed by the time of the save. All other defaults are fixed.
 */
const comparedFields = [{ name: 'email', isInherited: true } as const, ...addressSettingFields];

function changedAddress({ original, settings }: SettingsForm, address: AddressDraft): ChangedEmailAddress[] {
  const { emailAddressId, email, isNew } = address;
  const before = addressIn(original, emailAddressId) ?? defaultAddress(settings, { id: emailAddressId, email });
  const fields = comparedFields.filter(
    ({ name, isInherited }) => (isNew && isInherited) || !isSame(address[name], before[name]),
  );
  const change = {
    ...Object.fromEntries(fields.map(({ name }) => [name, address[name]])),
    ...alertChange(address, before),
    ...sellerChange(address, before),
  };
  if (!isNew && Object.keys(change).length === 0) return [];
  return [{ emailAddressId, ...(isNew && { isNew }), ...change }];
}

function alertChange(now: AddressDraft, before: AddressDraft): Partial<ChangedEmailAddress> {
  const turned = (on: boolean) =>
    joinColours(
      Object.fromEntries(
        Object.entries(now.alertsSettings).map(([type, ofType]) => [
          type,
          colours.filter((colour) => ofType[colour] === on && (before.alertsSettings[type]?.[colour] ?? false) !== on),
        ]),
      ),
    );
  return given({ alertTurnedOn: turned(true), alertTurnedOff: turned(false) });
}

/** Returns the changes of the seller accounts that an address has switched off, and of those it may not see. */
function sellerChange(now: AddressDraft, before: AddressDraft): Partial<ChangedEmailAddress> {
  return given({
    sellersTurnedOn: without(before.unsubscribedSellerAccounts, now.unsubscribedSellerAccounts),
    sellersTurnedOff: without(now.unsubscribedSellerAccounts, before.unsubscribedSellerAccounts),
    sellersAccountAccessOn: without(before.allowedSellerAccounts, now.allowedSellerAccounts),
    sellersAccountAccessOff: without(now.allowedSellerAccounts, before.allowedSellerAccounts),
  });
}

const without = (ids: readonly string[], others: readonly string[]): string =>
  joinIds(ids.filter((id) => !others.includes(id)));

const given = <Texts extends Readonly<Record<string, string>>>(texts: Texts): Partial<Texts> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<Texts>;
