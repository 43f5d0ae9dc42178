import {
  addressSettingFields,
  type AddressSettingName,
  type AddressSettings,
  type addressSettings,
} from '@app/shared/contract/address-settings.ts';
import { wholeHours } from '@app/shared/domain/clock/time-zone.ts';

type CamelCase<Text extends string> = Text extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Text;

/** The settings of one address as the database holds them: named after their columns, in camel case. */
export type StoredSettings = {
  readonly [Name in AddressSettingName as CamelCase<(typeof addressSettings)[Name]['column']>]: AddressSettings[Name];
};
type StoredName = keyof StoredSettings;

const storedNameOf = (column: string): StoredName =>
  column.replace(/_[a-z]/g, (match) => match.slice(1).toUpperCase()) as StoredName;

export const storedFields = addressSettingFields.map((field) => ({ ...field, storedName: storedNameOf(field.column) }));
type StoredField = (typeof storedFields)[number];

const byStoredName = <Value>(pick: (field: StoredField) => Value) =>
  Object.fromEntries(storedFields.map((field) => [field.storedName, pick(field)]));

/** Stored name → the name of the field in the audit trail. */
export const settingLabels = byStoredName(({ label }) => label) as Readonly<Record<StoredName, string>>;

/**
 * Specification, section 5: a new address takes the inherited settings of the owner's address, and the defaults of all
 * others.
 */
export const settingsOfNewAddress = (owner: StoredSettings | undefined): StoredSettings =>
  byStoredName((field) => (owner && field.isInherited ? owner[field.storedName] : field.default)) as StoredSettings;

/**
 * Applies a change; a field that the change leaves out keeps its value. `timezoneOffset` must be in minutes: the caller
 * converts it from hours.
 */
export const mergeSettings = (
  before: StoredSettings,
  change: { readonly [Name in AddressSettingName]?: AddressSettings[Name] | undefined },
): StoredSettings =>
  byStoredName(({ name, storedName }) =>
    change[name] === undefined ? before[storedName] : change[name],
  ) as StoredSettings;

/** The settings by their names in the API, the offset in whole hours. */
export function shapeAddressSettings(stored: StoredSettings): AddressSettings {
  const shaped = Object.fromEntries(storedFields.map(({ name, storedName }) => [name, stored[storedName]]));
  return { ...(shaped as AddressSettings), timezoneOffset: wholeHours(stored.timezoneOffsetMinutes) };
}
