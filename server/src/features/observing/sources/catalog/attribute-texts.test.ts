import { marketplace } from '@app/shared/base/marketplaces.ts';
import { expect, test } from 'vitest';
import { attributeTexts } from './attribute-texts.ts';

const [us, de] = [marketplace('US'), marketplace('DE')];
const told = (value: unknown, more: object = {}) => ({ value, marketplace_id: us.id, language_tag: 'en_US', ...more });
const textsOf = (attributes: Readonly<Record<string, unknown>>) => attributeTexts(attributes, us);

test('each attribute is the text that customers of this marketplace read', () => {
  const texts = textsOf({
    color: [told(' Matte \n black\u200E ')],
    item_weight: [{ value: 24.9, unit: 'Pounds', marketplace_id: us.id }],
    is_fragile: [{ value: true, marketplace_id: us.id }],
    number_of_items: [{ value: 2.0, marketplace_id: us.id }],
    item_dimensions: [
      { width: { unit: 'inches', value: 4 }, length: { unit: 'inches', value: 9.5 }, marketplace_id: us.id },
    ],
    warranty: [{ value: 'elsewhere', marketplace_id: de.id }],
    material: [],
  });

  expect(texts).toEqual({
    color: 'Matte black',
    item_weight: '24.9 lb',
    is_fragile: 'yes',
    number_of_items: '2',
    item_dimensions: 'length 9.5 in, width 4 in',
  });
});

test('the order of attributes, of their values and of the fields of a value makes no difference', () => {
  const one = { color: [told('b'), told('a')], size: [{ value: 3, unit: 'inches' }] };
  const other = { size: [{ unit: 'inches', value: 3 }], color: [told('a'), told('b'), told('a')] };

  expect(JSON.stringify(textsOf(one))).toBe(JSON.stringify(textsOf(other)));
  expect(textsOf(one)).toEqual({ color: 'a | b', size: '3 in' });
});

test('bullet points keep their order: customers see it', () => {
  expect(textsOf({ bullet_point: [told('Zinc'), told('Aluminium')] })).toEqual({ bullet_point: 'Zinc | Aluminium' });
});

test.each([
  ['its own', ['en_US', 'es_US'], 'en_US'],
  ['another kind of it', ['es_US', 'en_GB'], 'en_GB'],
  ['whichever there is', ['zh_CN', 'es_US'], 'es_US'],
])('among several languages the marketplace shows %s', (_which, tags, shown) => {
  expect(textsOf({ color: tags.map((tag) => told(tag, { language_tag: tag })) })).toEqual({ color: shown });
});

test.each([
  'list_price',
  'purchasable_offer',
  'fulfillment_availability',
  'main_product_image_locator',
  'other_product_image_locator_3',
  'item_package_dimensions',
  'item_package_weight',
  'merchant_shipping_group',
  'condition_type',
  'item_name',
  'rtip_items_per_inner_pack',
])('%s changes by itself or belongs to another fact', (name) => {
  expect(textsOf({ [name]: [told('x')] })).toEqual({});
});

test('a long text is cut at 500 characters, and a change behind them is still found', () => {
  const long = 'x'.repeat(700);

  const [text = '', other] = [long, `${long}y`]
    .map((value) => textsOf({ product_description: [told(value)] }))
    .map((texts) => texts['product_description']);

  expect(text).toHaveLength(500);
  expect(other).not.toBe(text);
  expect(textsOf({ product_description: [told('😀'.repeat(300))] })['product_description']?.isWellFormed()).toBe(true);
});

test('a value of an unexpected form does no harm', () => {
  expect(textsOf({ a: 'plain', d: { value: { value: ['y', 'x'] } } })).toEqual({ a: 'plain', d: 'x, y' });
});

test('an attribute is unknown if one of its values is missing, wholly or in part, and not if its place is', () => {
  const texts = textsOf({
    a: null,
    b: [null, 7],
    c: [{ marketplace_id: us.id, language_tag: 'en_US' }],
    d: [told('first'), told('')],
    e: [{ unit: 'inches', marketplace_id: us.id }],
    f: [{ width: { unit: 'inches', value: null }, length: { unit: 'inches', value: 9 } }],
    g: [told('black', { marketplace_id: null, language_tag: null })],
  });

  expect(texts).toEqual({ a: null, b: null, c: null, d: null, e: null, f: null, g: 'black' });
});
