import * as z from 'zod/mini';
import { isTimeZone } from '../domain/clock/time-zone.ts';

const hour = z.int().check(z.gte(0), z.lte(23));
const zoneName = z.string().check(z.minLength(1), z.maxLength(60));
const knownZoneName = zoneName.check(z.refine((name) => isTimeZone(name), 'Expecting a time zone as Europe/Berlin'));

interface FieldDetails<Value> {
  /** The column of `email_addresses`; the server names the stored value after it in camel case. */
  readonly column: string;
  /** Names the field in the audit trail. */
  readonly label: string;
  /** The value of a new address, unless `isInherited` and the account has an owner to take it from. */
  readonly default: Value;
  /** A new address starts with the owner's value. */
  readonly isInherited?: true;
  /**
   * A stricter schema than `value` for what a caller sends. A stored time zone, for example, may be unknown to this
   * machine, but a new one may not.
   */
  readonly accepted?: z.ZodMiniType<Value, Value>;
  /** The switch that the settings page draws. A field without a switch has a control of its own in `EmailTimes`. */
  readonly control?: Value extends boolean ? SwitchText : never;
}

interface SwitchText {
  readonly title: string;
  readonly note: string;
}

const field = <Value, const Details extends FieldDetails<Value>>(
  value: z.ZodMiniType<Value, Value>,
  details: Details,
) => ({
  ...details,
  value,
});

/**
 * Every setting of an address by its name in the API, except alerts and seller accounts. The contract, the queries, the
 * changes that are saved, the audit trail and the form follow this table: a new setting is a row here and a migration.
 */
export const addressSettings = {
  subscribedToDailyDigestEmail: field(z.boolean(), {
    column: 'subscribed_to_daily_digest',
    label: 'daily digest',
    default: true,
  }),
  digestEmailHour: field(hour, {
    column: 'digest_email_hour',
    label: 'digest hour',
    default: 7,
    isInherited: true,
  }),
  /** Additions: no mail is sent between these hours of the address's local time; null without quiet hours. */
  quietFromHour: field(z.nullable(hour), { column: 'quiet_from_hour', label: 'quiet from', default: null }),
  quietToHour: field(z.nullable(hour), { column: 'quiet_to_hour', label: 'quiet to', default: null }),
  /** Whole hours ahead of UTC (section 5); minutes in the database. */
  timezoneOffset: field(z.int().check(z.gte(-12), z.lte(12)), {
    column: 'timezone_offset_minutes',
    label: 'minutes ahead of UTC',
    default: 0,
    isInherited: true,
  }),
  timezoneAdjustToDST: field(z.boolean(), {
    column: 'timezone_adjust_to_dst',
    label: 'summer time',
    default: true,
    isInherited: true,
  }),
  /** Addition: an IANA name, such as `Asia/Kolkata`; with `null`, the offset is used. */
  timeZone: field(z.nullable(zoneName), {
    column: 'time_zone',
    label: 'time zone',
    default: null,
    isInherited: true,
    accepted: z.nullable(knownZoneName),
  }),
  subscribedToNewsletter: field(z.boolean(), {
    column: 'subscribed_to_newsletter',
    label: 'newsletter',
    default: false,
    control: { title: 'Newsletter', note: 'Product updates, once a month at most' },
  }),
} as const;

type Table = typeof addressSettings;
export type AddressSettingName = keyof Table;
type InheritedName = {
  [Name in AddressSettingName]: Table[Name] extends { readonly isInherited: true } ? Name : never;
}[AddressSettingName];

/** The settings of one address as the API gives them. */
export type AddressSettings = { readonly [Name in AddressSettingName]: z.output<Table[Name]['value']> };
type InheritedSettings = Pick<AddressSettings, InheritedName>;

type Shapes<Name extends AddressSettingName> = { [Key in Name]: Table[Key]['value'] };

interface AddressSettingField extends Omit<FieldDetails<unknown>, 'control'> {
  readonly name: AddressSettingName;
  readonly value: z.ZodMiniType;
  readonly control?: SwitchText;
}

export const addressSettingFields: readonly AddressSettingField[] = Object.entries(addressSettings).map(
  ([name, details]) => ({ ...details, name: name as AddressSettingName }),
);

const inheritedFields = addressSettingFields.filter(({ isInherited }) => isInherited);

/** Applies `pick` to each field and returns the results by field name. */
const byName = <Value>(fields: readonly AddressSettingField[], pick: (field: AddressSettingField) => Value) =>
  Object.fromEntries(fields.map((one) => [one.name, pick(one)]));

export const settingShapes = byName(addressSettingFields, ({ value }) => value) as Shapes<AddressSettingName>;
export const inheritedShapes = byName(inheritedFields, ({ value }) => value) as Shapes<InheritedName>;
/** For a request: each setting may be left out. */
export const changedSettingShapes = z.partial(
  z.object(byName(addressSettingFields, ({ accepted, value }) => accepted ?? value) as Shapes<AddressSettingName>),
).shape;

export const defaultSettings = byName(addressSettingFields, (one) => one.default) as AddressSettings;

export const inheritedSettings = (source: InheritedSettings): InheritedSettings =>
  byName(inheritedFields, ({ name }) => source[name as InheritedName]) as InheritedSettings;
