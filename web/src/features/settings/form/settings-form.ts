import type { EmailAddress, IdentitySettings } from '@app/shared/contract/accounts.ts';
import type { AddressSettingName } from '@app/shared/contract/address-settings.ts';
import { cleanEmail } from '@app/shared/domain/inputs/email-address.ts';
import { colours as allColours, type Colour } from '@app/shared/base/severity.ts';
import { coloursOf } from './alert-types.ts';
import { defaultAddress } from './default-address.ts';
import {
  addressIn,
  inOrder,
  type AccountDraft,
  type AddressDraft,
  type Draft,
  type SettingsForm,
} from './form-model.ts';
import { rebaseForm } from './rebase-form.ts';

/** A change of an address, apart from its alerts and seller accounts. */
export type AddressFields = Partial<Pick<EmailAddress, 'email' | AddressSettingName>>;

export type FormAction =
  | { readonly type: 'loaded'; readonly settings: IdentitySettings }
  /** The server has saved this draft. */
  | { readonly type: 'saved'; readonly draft: Draft }
  | { readonly type: 'accountChanged'; readonly change: Partial<AccountDraft> }
  | { readonly type: 'nicknameChanged'; readonly sellerId: string; readonly name: string }
  | { readonly type: 'addressAdded'; readonly id: string; readonly email: string }
  | { readonly type: 'addressDeleted'; readonly id: string; readonly isDeleted: boolean }
  | { readonly type: 'addressChanged'; readonly id: string; readonly change: AddressFields }
  | {
      readonly type: 'alertChanged';
      readonly id: string;
      readonly alertType: string;
      readonly colour: Colour;
      readonly on: boolean;
    }
  /** Turns every colour of every type that the plan includes on or off. */
  | { readonly type: 'allAlertsChanged'; readonly ids: readonly string[]; readonly on: boolean }
  /** Turns the alerts about these seller accounts on or off for the address. */
  | {
      readonly type: 'sellerAlertsChanged';
      readonly id: string;
      readonly sellerIds: readonly string[];
      readonly on: boolean;
    }
  /** Turns the access of these addresses to these seller accounts on or off. */
  | {
      readonly type: 'accessChanged';
      readonly ids: readonly string[];
      readonly sellerIds: readonly string[];
      readonly on: boolean;
    };

/** A pure function: returns the form after an action. */
export function reduceForm(form: SettingsForm, action: FormAction): SettingsForm {
  if (action.type === 'loaded') return rebaseForm(form, action.settings);
  if (action.type === 'saved') return applySave(form, action.draft);
  return { ...form, draft: reduceDraft(form, action) };
}

/** An address that was marked for deletion while the save was under way still exists, and stays marked. */
function applySave(form: SettingsForm, sent: Draft): SettingsForm {
  const deleted = sent.addresses.filter(({ isDeleted }) => isDeleted).map(({ emailAddressId }) => emailAddressId);
  const without = (draft: Draft): Draft => ({
    ...draft,
    addresses: draft.addresses.filter(({ emailAddressId }) => !deleted.includes(emailAddressId)),
  });
  return { ...form, original: without(sent), draft: without(form.draft) };
}

type DraftAction = Exclude<FormAction, { type: 'loaded' | 'saved' }>;

function reduceDraft({ draft, original, settings }: SettingsForm, action: DraftAction): Draft {
  switch (action.type) {
    case 'accountChanged':
      return { ...draft, account: { ...draft.account, ...action.change } };
    case 'nicknameChanged':
      return { ...draft, nicknames: { ...draft.nicknames, [action.sellerId]: action.name } };
    case 'addressAdded': {
      const added = defaultAddress(settings, { id: action.id, email: cleanEmail(action.email) });
      return { ...draft, addresses: [...draft.addresses, added] };
    }
    case 'addressDeleted':
      return deleteAddress({ draft, original }, action);
    default: {
      const ids = 'ids' in action ? action.ids : [action.id];
      const change = (address: AddressDraft) => reduceAddress(address, action, { original, settings });
      return {
        ...draft,
        addresses: draft.addresses.map((address) => (ids.includes(address.emailAddressId) ? change(address) : address)),
      };
    }
  }
}

/**
 * A new address that is not saved exists only in the form and is dropped at once; the primary one cannot be deleted.
 */
function deleteAddress(
  { draft, original }: Pick<SettingsForm, 'draft' | 'original'>,
  { id, isDeleted }: { id: string; isDeleted: boolean },
): Draft {
  const isSaved = addressIn(original, id) !== undefined;
  return {
    ...draft,
    addresses: draft.addresses.flatMap((address) => {
      if (address.emailAddressId !== id || address.isPrimary) return [address];
      return isSaved ? [{ ...address, isDeleted }] : [];
    }),
  };
}

type AddressAction = Exclude<
  DraftAction,
  { type: `${'account' | 'nickname'}Changed` | `address${'Added' | 'Deleted'}` }
>;

function reduceAddress(
  address: AddressDraft,
  action: AddressAction,
  { original, settings }: Pick<SettingsForm, 'original' | 'settings'>,
): AddressDraft {
  switch (action.type) {
    case 'addressChanged':
      return withFields(address, action.change, addressIn(original, address.emailAddressId) ?? settings);
    case 'alertChanged':
      return withAlerts(address, { types: [action.alertType], colours: [action.colour], on: action.on });
    case 'allAlertsChanged': {
      const types = Object.keys(address.alertsSettings).filter((type) => !settings.suppressedAlertTypes.includes(type));
      return withAlerts(address, { types, colours: allColours, on: action.on });
    }
    case 'sellerAlertsChanged': {
      const untold = setIn(address.unsubscribedSellerAccounts, action.sellerIds, !action.on);
      return { ...address, unsubscribedSellerAccounts: untold };
    }
    default: {
      // Section 6: the primary address belongs to the owner, who sees everything.
      if (address.isPrimary) return address;
      return { ...address, allowedSellerAccounts: setIn(address.allowedSellerAccounts, action.sellerIds, !action.on) };
    }
  }
}

/**
 * An offset that was chosen before a zone is taken back with the choice of the zone: the server would take it for the
 * wish to have no zone.
 */
const withFields = (
  address: AddressDraft,
  { email, ...change }: AddressFields,
  { timezoneOffset }: Pick<EmailAddress, 'timezoneOffset'>,
): AddressDraft => ({
  ...address,
  ...change,
  ...(change.timeZone && { timezoneOffset }),
  ...(email !== undefined && { email: cleanEmail(email) }),
});

interface AlertChange {
  readonly types: readonly string[];
  readonly colours: readonly Colour[];
  readonly on: boolean;
}

function withAlerts(address: AddressDraft, { types, colours, on }: AlertChange): AddressDraft {
  const changed = types.map((type) => {
    const before = address.alertsSettings[type] ?? { RED: false, AMBER: false, GREEN: false };
    const available = coloursOf(type).filter((colour) => colours.includes(colour));
    return [type, { ...before, ...Object.fromEntries(available.map((colour) => [colour, on])) }] as const;
  });
  return { ...address, alertsSettings: { ...address.alertsSettings, ...Object.fromEntries(changed) } };
}

/** Taking a change back restores the original list, because both are in the same order. */
function setIn(ids: readonly string[], changed: readonly string[], isIn: boolean): string[] {
  const others = ids.filter((id) => !changed.includes(id));
  return inOrder(isIn ? [...others, ...changed] : others);
}
