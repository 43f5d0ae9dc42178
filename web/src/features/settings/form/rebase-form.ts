import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import { draftOf, isSame, type AddressDraft, type Draft, type SettingsForm } from './form-model.ts';

/** Applies the form's unsaved changes to new settings of the server; unchanged fields take the server's values. */
export function rebaseForm({ draft, original }: SettingsForm, settings: IdentitySettings): SettingsForm {
  const next = draftOf(settings);
  return {
    settings,
    original: next,
    draft: {
      account: merge(next.account, { mine: draft.account, base: original.account }),
      nicknames: merge(next.nicknames, { mine: draft.nicknames, base: original.nicknames }),
      addresses: [
        ...next.addresses.map((address) => mergeAddress(address, draft, original)),
        ...unsavedAddresses(draft, original),
      ],
    },
  };
}

/** The addresses that were added and are not saved yet. */
const unsavedAddresses = (draft: Draft, original: Draft): readonly AddressDraft[] =>
  draft.addresses.filter((address) => address.isNew && !original.addresses.some(hasIdOf(address)));

function mergeAddress(next: AddressDraft, draft: Draft, original: Draft): AddressDraft {
  // A new address that was just saved has an id of the server now, and is found by its e-mail.
  const base = original.addresses.find(hasIdOf(next)) ?? original.addresses.find(hasEmailOf(next));
  const mine = base && draft.addresses.find(hasIdOf(base));
  if (!base || !mine) return next;
  return { ...merge(next, { mine, base }), emailAddressId: next.emailAddressId, isNew: false };
}

const hasIdOf = (address: AddressDraft) => (other: AddressDraft) => other.emailAddressId === address.emailAddressId;
const hasEmailOf = (address: AddressDraft) => (other: AddressDraft) =>
  other.isNew && other.email.toLowerCase() === address.email.toLowerCase();

function merge<Fields extends object>(next: Fields, { mine, base }: { mine: Fields; base: Fields }): Fields {
  const [ofMine, ofBase] = [new Map(entriesOf(mine)), new Map(entriesOf(base))];
  const changed = entriesOf(next).filter(([name]) => ofMine.has(name) && !isSame(ofMine.get(name), ofBase.get(name)));
  return { ...next, ...Object.fromEntries(changed.map(([name]) => [name, ofMine.get(name)])) };
}

const entriesOf = (fields: object): [string, unknown][] => Object.entries(fields);
