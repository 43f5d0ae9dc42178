import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import { isEmail, isSameEmail } from '@app/shared/domain/inputs/email-address.ts';
import { coloursOf } from '../form/alert-types.ts';
import type { AddressDraft } from '../form/form-model.ts';
import { accountName } from '../storefronts/account-words.ts';

/** The addresses that can log in, the owner first. Those marked for removal are included until the save. */
export const usersOf = (addresses: readonly AddressDraft[]): readonly AddressDraft[] =>
  addresses.filter(({ isUser, isPrimary }) => isUser || isPrimary);

/** Section 5: "Deactivate list excludes deleted, primary and non-user addresses". */
export const deactivatable = (addresses: readonly AddressDraft[]): readonly AddressDraft[] =>
  addresses.filter(({ isUser, isPrimary, isDeleted }) => isUser && !isPrimary && !isDeleted);

/** Addresses that only receive mail and can be made users. */
export const recipientsOf = (addresses: readonly AddressDraft[]): readonly AddressDraft[] =>
  addresses.filter(({ isUser, isPrimary, isDeleted }) => !isUser && !isPrimary && !isDeleted);

/**
 * "All", "None", or the names. Section 3: `allowedSellerAccounts` lists the seller accounts that may NOT be accessed.
 */
export function storefrontsOf(address: AddressDraft, accounts: readonly SellerAccount[]): string {
  const seen = accounts.filter(
    ({ sellerId }) => address.isPrimary || !address.allowedSellerAccounts.includes(sellerId),
  );
  if (seen.length === accounts.length) return 'All';
  return seen.length === 0 ? 'None' : seen.map(accountName).join(', ');
}

/** The access of a new user. An address that gets mail already keeps the access that it has. */
export const accessNote = (recipient: AddressDraft | undefined): string =>
  recipient === undefined || recipient.allowedSellerAccounts.length === 0
    ? 'They see all storefronts until you change their permissions.'
    : 'They see the storefronts to which the address has access now, until you change their permissions.';

type OfferedTypes = Pick<IdentitySettings, 'watchDogTypesToDisplayName' | 'suppressedAlertTypes'>;

interface AlertCount {
  readonly on: number;
  readonly all: number;
}

/** Counts the colours whose alerts are mailed, among those of the types that are shown and that the plan includes. */
export function alertCount({ alertsSettings }: AddressDraft, settings: OfferedTypes): AlertCount {
  const levels = Object.entries(alertsSettings)
    .filter(([type]) => type in settings.watchDogTypesToDisplayName && !settings.suppressedAlertTypes.includes(type))
    .flatMap(([type, isOn]) => coloursOf(type).map((colour) => isOn[colour]));
  return { on: levels.filter(Boolean).length, all: levels.length };
}

export interface NewUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

const most = 200;

/** Section 5: "Add User requires first name, last name and valid e-mail"; an existing user is refused. */
export function newUserProblems(
  user: NewUser,
  addresses: readonly AddressDraft[],
): Partial<Record<keyof NewUser, string>> {
  const email = emailProblemOf(user.email, addresses);
  const firstName = nameProblem(user.firstName, 'first');
  const lastName = nameProblem(user.lastName, 'last');
  return { ...(email && { email }), ...(firstName && { firstName }), ...(lastName && { lastName }) };
}

function emailProblemOf(email: string, addresses: readonly AddressDraft[]): string | null {
  if (!isEmail(email)) return 'Please enter a valid e-mail address';
  const known = addresses.find((address) => isSameEmail(address.email, email));
  if (known?.isDeleted) return 'This e-mail address is about to be removed. Please save that first';
  return known && (known.isUser || known.isPrimary) ? 'This person is a user already' : null;
}

function nameProblem(name: string, word: string): string | null {
  if (name.trim() === '') return `Please enter a ${word} name`;
  return name.trim().length > most ? `A ${word} name has ${most} characters at most` : null;
}
