import type { EmailAddress, IdentitySettings } from '@app/shared/contract/accounts.ts';

/** An address in the form. The id of a new one is a UUID until it is saved. */
export interface AddressDraft extends EmailAddress {
  readonly isNew: boolean;
  /** The address is removed when the form is saved. */
  readonly isDeleted: boolean;
}

/** The settings of the whole account. */
export interface AccountDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly instantAlert: boolean;
  readonly alertSubject: IdentitySettings['alertSubject'];
  /** The number of hours, as the text that was typed. */
  readonly batchingHours: string;
}

export interface Draft {
  readonly account: AccountDraft;
  /** The addresses, the primary one first. */
  readonly addresses: readonly AddressDraft[];
  /** Seller account → its nickname; an empty text if it has none. */
  readonly nicknames: Readonly<Record<string, string>>;
}

/** The form of the whole page, which its one Save button saves. */
export interface SettingsForm {
  readonly settings: IdentitySettings;
  /** The saved state. */
  readonly original: Draft;
  readonly draft: Draft;
}

/**
 * Returns ids of seller accounts in the order in which the form keeps them, so that lists with the same ids are equal: the
 * server lists them in the order in which they were added.
 */
export const inOrder = (ids: readonly string[]): string[] => ids.toSorted((a, b) => Number(a) - Number(b));

export function draftOf(settings: IdentitySettings): Draft {
  const { firstName, lastName, instantAlert, alertSubject, batchingIntervalMinutes } = settings;
  return {
    account: { firstName, lastName, instantAlert, alertSubject, batchingHours: String(batchingIntervalMinutes / 60) },
    addresses: settings.emailAddresses.map((address) => ({
      ...address,
      allowedSellerAccounts: inOrder(address.allowedSellerAccounts),
      unsubscribedSellerAccounts: inOrder(address.unsubscribedSellerAccounts),
      isNew: false,
      isDeleted: false,
    })),
    nicknames: Object.fromEntries(settings.sellerAccounts.map(({ sellerId, nickName }) => [sellerId, nickName ?? ''])),
  };
}

export function initialForm(settings: IdentitySettings): SettingsForm {
  const draft = draftOf(settings);
  return { settings, original: draft, draft };
}

export const addressIn = (draft: Draft, id: string): AddressDraft | undefined =>
  draft.addresses.find(({ emailAddressId }) => emailAddressId === id);

/**
 * Whether the e-mail of the address is not saved: a call that names the e-mail would concern another address, or none.
 */
export const isUnsavedEmail = ({ original }: Pick<SettingsForm, 'original'>, { emailAddressId, email }: AddressDraft) =>
  addressIn(original, emailAddressId)?.email !== email;

/** Compares values as read from JSON: the same fields with the same values, lists in the same order. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const [inA, inB] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))];
  return inA.length === inB.size && inA.every(([name, value]) => inB.has(name) && isSame(value, inB.get(name)));
}

/** Whether any field differs from its original (section 4: dirty). */
export const isDirty = (form: SettingsForm): boolean => !isSame(form.draft, form.original);

export const isAddressDirty = ({ draft, original }: SettingsForm, id: string): boolean =>
  !isSame(addressIn(draft, id), addressIn(original, id));
