import { createHash } from 'node:crypto';
import { cutAt } from '@app/shared/base/cut-text.ts';
import type { Marketplace } from '@app/shared/base/marketplaces.ts';
import { plainNumber, unitSymbol } from './measures.ts';
import { tidy } from './tidy-text.ts';

/** Characters after which a text is cut. A digest of the rest is appended, so that a change there is found. */
const maxLength = 500;

/**
 * Attributes that are not details of the page. Prices, offers, pictures, the title and the package have watchdogs of
 * their own; dates and Amazon's internal marks mean nothing to a customer.
 */
const leftOut = [
  /(^|_)(price|offer)(_|$)/,
  /(^|_)(fulfillment_availability|shipping_group|max_order_quantity|condition_type|condition_note)$/,
  /(^|_)(image_locator|media_location|image|swatch)(_|$)/,
  /^(item_name|item_package_(dimensions|weight)|website_shipping_weight)$/,
  /(^|_)(offering_(start|end)_date|last_updated_date|suggested_asin)$/,
  /^(deprecated|rtip)_/,
];

/** Attributes whose values have an order that customers see. The values of all others are compared as sets. */
const ordered = new Set(['bullet_point']);

export type Place = Pick<Marketplace, 'id' | 'locale'>;

/**
 * Returns each attribute of a catalogue item in this marketplace as one text. Equal pages have equal texts. The text is
 * `null` if one of the values of the attribute cannot be read.
 */
export function attributeTexts(
  attributes: Readonly<Record<string, unknown>>,
  place: Place,
): Record<string, string | null> {
  const texts = Object.keys(attributes)
    .filter((name) => !leftOut.some((pattern) => pattern.test(name)))
    .toSorted()
    .flatMap((name): readonly (readonly [string, string | null])[] => {
      const here = valuesHere(attributes[name], place);
      const values = here.flatMap((value) => valueText(value) ?? []);
      if (values.length < here.length) return [[name, null]];
      const text = (ordered.has(name) ? values : [...new Set(values)].toSorted()).join(' | ');
      return text === '' ? [] : [[name, bounded(text)]];
    });
  return Object.fromEntries(texts);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values for this marketplace, in its language if there are several. */
function valuesHere(attribute: unknown, { id, locale }: Place): readonly unknown[] {
  const here = [attribute].flat().filter((value) => {
    const of = isRecord(value) ? value['marketplace_id'] : undefined;
    return of === undefined || of === null || of === id;
  });
  const language = languageOf(here, locale.replace('-', '_'));
  return here.filter((value) => [undefined, language].includes(tagOf(value)));
}

const tagOf = (value: unknown): string | undefined => {
  const tag = isRecord(value) ? value['language_tag'] : undefined;
  return typeof tag === 'string' ? tag : undefined;
};

/** The marketplace's language, or another variant of it, or any language that the values have. */
function languageOf(values: readonly unknown[], wanted: string): string | undefined {
  const tags = values.flatMap((value) => tagOf(value) ?? []).toSorted();
  const [language = ''] = wanted.split('_');
  return tags.find((tag) => tag === wanted) ?? tags.find((tag) => tag.startsWith(language)) ?? tags[0];
}

/** Fields that name the audience of a value. */
const addressing = new Set(['marketplace_id', 'language_tag', 'audience']);

/** Returns the text of a value; `null` if the value, or a part of it, is missing. */
function valueText(value: unknown): string | null {
  if (typeof value === 'string') return tidy(value);
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return joined(value.map(valueText));
  return isRecord(value) ? recordText(value) : null;
}

function recordText(record: Readonly<Record<string, unknown>>): string | null {
  const names = Object.keys(record)
    .filter((name) => !addressing.has(name))
    .toSorted();
  const { value, unit } = record;
  const text = valueText(value);
  if (names.join() === 'value') return text;
  if (['unit', 'type'].includes(names.join())) return null;
  if (names.join() === 'unit,value' && typeof unit === 'string' && text) return `${text} ${unitSymbol(unit)}`;
  return joined(
    names.map((name) => {
      const part = valueText(record[name]);
      return part === null ? null : `${name.replaceAll('_', ' ')} ${part}`;
    }),
  );
}

function joined(parts: readonly (string | null)[]): string | null {
  const said = parts.filter((part) => part !== null);
  return said.length < parts.length ? null : said.toSorted().join(', ') || null;
}

function bounded(text: string): string {
  if (text.length <= maxLength) return text;
  const end = ` … ${createHash('sha1').update(text).digest('hex').slice(0, 8)}`;
  return cutAt(text, maxLength - end.length) + end;
}
