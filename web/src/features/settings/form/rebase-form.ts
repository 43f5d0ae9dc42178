import { isSameEmail } from '@app/shared/domain/inputs/email-address.ts';
import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import { defaultAddress } from './default-address.ts';
import { draftOf, inOrder, isSame, type AddressDraft, type Draft, type SettingsForm } from './form-model.ts';

/** Applies the form's unsaved changes to new settings of the server; unchanged fields take the server's values. */
export function rebaseForm(form: SettingsForm, settings: IdentitySettings): SettingsForm {
  const { draft, original } = form;
  const next = draftOf(settings);
  const sellerIds = new Set(settings.sellerAccounts.map(({ sellerId }) => sellerId));
  return {
    settings,
    original: next,
    draft: {
      account: merge(next.account, { mine: draft.account, base: original.account }),
      nicknames: merge(next.nicknames, { mine: draft.nicknames, base: original.nicknames }),
      addresses: [
        ...next.addresses.map((address) => mergeAddress(address, { ...form, sellerIds })),
        ...unsavedAddresses(form, next),
      ],
    },
  };
}

/** The addresses that were added, and that the server does not have yet. */
function unsavedAddresses({ draft, original }: SettingsForm, next: Draft): readonly AddressDraft[] {
  const added = next.addresses.filter((address) => !original.addresses.some(hasIdOf(address)));
  return draft.addresses.filter(
    (address) =>
      address.isNew &&
      !original.addresses.some(hasIdOf(address)) &&
      !added.some(({ email }) => isSameEmail(email, address.email)),
  );
}

interface Unsaved extends SettingsForm {
  /** The ids of the seller accounts that exist now. */
  readonly sellerIds: ReadonlySet<string>;
}

function mergeAddress(next: AddressDraft, { sellerIds, ...form }: Unsaved): AddressDraft {
  const base = baseOf(next, form);
  const mine = base && form.draft.addresses.find(hasIdOf(base));
  if (!base || !mine) return next;
  const rebaseIds = (name: 'allowedSellerAccounts' | 'unsubscribedSellerAccounts') =>
    toggled(next[name], { mine: mine[name], base: base[name] }).filter((id) => sellerIds.has(id));
  const merged = merge(next, { mine, base });
  return {
    ...merged,
    // An offset that was chosen here says nothing any more if somebody else has chosen a zone.
    timezoneOffset: merged.timeZone === null ? merged.timezoneOffset : next.timezoneOffset,
    emailAddressId: next.emailAddressId,
    isNew: false,
    alertsSettings: mergeAlerts(next.alertsSettings, { mine: mine.alertsSettings, base: base.alertsSettings }),
    allowedSellerAccounts: rebaseIds('allowedSellerAccounts'),
    unsubscribedSellerAccounts: rebaseIds('unsubscribedSellerAccounts'),
  };
}

/**
 * Returns the address from which the form has changed an address of the server. A new one has an id of the server since
 * its save, and is found by its e-mail. The answer of the save may have been lost, or another user may have added the
 * same address: the form has then changed the defaults of a new one.
 */
function baseOf(next: AddressDraft, { draft, original, settings }: SettingsForm): AddressDraft | undefined {
  const saved = original.addresses.find(hasIdOf(next)) ?? original.addresses.find(hasEmailOf(next));
  if (saved) return saved;
  const added = draft.addresses.find(hasEmailOf(next));
  return added && defaultAddress(settings, { id: added.emailAddressId, email: added.email });
}

interface Versions<Value> {
  readonly mine: Value;
  readonly base: Value;
}

/**
 * Merges alert choices colour by colour, because this form may have changed one colour of a type and another user
 * another colour.
 */
function mergeAlerts(
  next: AddressDraft['alertsSettings'],
  { mine, base }: Versions<AddressDraft['alertsSettings']>,
): AddressDraft['alertsSettings'] {
  const ofType = ([type, choices]: readonly [string, (typeof next)[string]]) => {
    const [ofMine, ofBase] = [mine[type], base[type]];
    return [type, ofMine && ofBase ? merge(choices, { mine: ofMine, base: ofBase }) : choices] as const;
  };
  return Object.fromEntries(Object.entries(next).map(ofType));
}

/** Returns `next` with what the form has added to the list and removed from it. */
function toggled(next: readonly string[], { mine, base }: Versions<readonly string[]>): string[] {
  const left = next.filter((id) => mine.includes(id) || !base.includes(id));
  const added = mine.filter((id) => !base.includes(id) && !next.includes(id));
  return inOrder([...left, ...added]);
}

const hasIdOf = (address: AddressDraft) => (other: AddressDraft) => other.emailAddressId === address.emailAddressId;
const hasEmailOf = (address: AddressDraft) => (other: AddressDraft) =>
  other.isNew && isSameEmail(other.email, address.email);

function merge<Fields extends object>(next: Fields, { mine, base }: { mine: Fields; base: Fields }): Fields {
  const [ofMine, ofBase] = [new Map(entriesOf(mine)), new Map(entriesOf(base))];
  const changed = entriesOf(next).filter(([name]) => ofMine.has(name) && !isSame(ofMine.get(name), ofBase.get(name)));
  return { ...next, ...Object.fromEntries(changed.map(([name]) => [name, ofMine.get(name)])) };
}

const entriesOf = (fields: object): [string, unknown][] => Object.entries(fields);
