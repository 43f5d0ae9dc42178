import { expect, test } from 'vitest';
import { askingSources } from '../../../../testing/observing/asking.ts';
import {
  asked,
  feesAnswer,
  listingAnswer,
  offersAnswer,
  pageAnswer,
  stockAnswer,
} from '../../../../testing/observing/good-answers.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import { catalogItems } from './catalog/catalog-items.ts';
import { feesEstimates } from './offers/fees-estimates.ts';
import { inventorySummaries } from './listings/inventory-summaries.ts';
import { listingOffers } from './offers/listing-offers.ts';
import { listingsItems } from './listings/listings-items.ts';
import { parentItems } from './catalog/parent-items.ts';
import type { BatchSource, SourceAnswer } from './source.ts';

const { answer, ask } = askingSources();
interface GoodAnswer {
  readonly source: BatchSource;
  readonly body: unknown;
  /** The path to the member of the answer. */
  readonly member: string;
}
const goods: readonly GoodAnswer[] = [
  { source: listingOffers, body: offersAnswer, member: '/responses/0/body/payload' },
  { source: catalogItems, body: pageAnswer, member: '/items/0' },
  { source: parentItems, body: pageAnswer, member: '/items/0' },
  { source: listingsItems, body: listingAnswer, member: '/items/0' },
  { source: inventorySummaries, body: stockAnswer, member: '/payload/inventorySummaries/0' },
  { source: feesEstimates, body: feesAnswer, member: '/0' },
];

interface Damage {
  readonly path: string;
  readonly body: unknown;
}
type AnswerDamage = (value: unknown) => readonly unknown[];

/** Returns the value with each of its parts spoilt in turn. A part that is spoilt into `undefined` is left out. */
function damages(value: unknown, spoil: AnswerDamage, path = ''): Damage[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]): Damage[] => {
    const withPart = (spoilt: Damage): Damage => ({
      path: spoilt.path,
      body: Array.isArray(value) ? value.with(Number(name), spoilt.body) : { ...value, [name]: spoilt.body },
    });
    const ofPart = `${path}/${name}`;
    const here = spoil(part).map((body) => ({ path: ofPart, body }));
    return [...here, ...damages(part, spoil, ofPart)].map(withPart);
  });
}

const ofAnotherType: AnswerDamage = (value) => {
  if (typeof value === 'string') return [7, {}, []];
  if (typeof value === 'number' || typeof value === 'boolean') return ['seven', {}, []];
  return Array.isArray(value) ? ['list', { 0: 'list' }] : ['object', 7, [[]]];
};
const leftOut: AnswerDamage = () => [undefined];

const plain = (facts: unknown): unknown => JSON.parse(JSON.stringify(facts));
const partsOf = (facts: unknown): Readonly<Record<string, unknown>> | null =>
  typeof facts === 'object' && facts !== null ? { ...facts } : null;

/** Returns the paths at which facts are neither unknown nor equal to the good ones. */
function invented(facts: unknown, good: unknown, path = ''): string[] {
  if (facts === null || facts === undefined || JSON.stringify(facts) === JSON.stringify(good)) return [];
  const [parts, known] = [partsOf(facts), partsOf(good)];
  const isAlike = parts && known && (!Array.isArray(facts) || Object.keys(parts).length === Object.keys(known).length);
  if (!isAlike) return [`${path} ${JSON.stringify(facts)}`];
  return Object.entries(parts).flatMap(([name, part]) => invented(part, known[name], `${path}/${name}`));
}

interface DamageCase {
  readonly spoil: AnswerDamage;
  readonly isMeant: (path: string) => boolean;
}

async function inventions({ source, body: good }: GoodAnswer, { spoil, isMeant }: DamageCase): Promise<string[]> {
  answer({ body: good });
  const seen = await ask(source, [asked]);
  const known = new Map(seen.observations.map(({ aspect, facts }) => [aspect, plain(facts)]));
  const found: string[] = [];
  for (const { path, body } of damages(good, spoil)) {
    if (!isMeant(path)) continue;
    answer({ body });
    const { observations } = await ask(source, [asked]).catch(nothingSeen);
    for (const { aspect, facts } of observations) {
      found.push(...invented(plain(facts), known.get(aspect)).map((what) => `${path}: ${aspect}${what}`));
    }
  }
  return found;
}

function nothingSeen(error: unknown): Pick<SourceAnswer, 'observations'> {
  if (error instanceof ExternalError && error.message.includes('malformed answer')) return { observations: [] };
  throw error;
}

/** False for attributes, each of which has its own form, and whose texts may be written as numbers. */
const hasType = (path: string): boolean => !path.includes('/attributes/');

test.each(goods)('$source.name: a part of the wrong type becomes no fact', async (good) => {
  expect(await inventions(good, { spoil: ofAnotherType, isMeant: hasType })).toEqual([]);
});

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

test.each(goods)('$source.name: a part that the answer leaves out is unknown', async (good) => {
  const isMeant = (path: string): boolean => parentOf(path) === good.member;

  expect(await inventions(good, { spoil: leftOut, isMeant })).toEqual([]);
});

test.each(
  goods.flatMap(({ source }) =>
    ['', '{}', '[]', 'null', '{"payload":{}}'].map((body) => [source.name, body, source] as const),
  ),
)('%s: an answer that says nothing is a look that failed: %s', async (_name, body, source) => {
  answer({ body });

  await expect(ask(source, [asked])).rejects.toMatchObject({
    message: expect.stringContaining('malformed answer'),
    isPermanent: false,
  });
});

const elsewhere = [{ value: 'black', marketplace_id: 'other' }];

test.each([
  ['nothing of relationships', { relationships: undefined }, {}],
  [
    'a variation without its parents',
    { relationships: [{ marketplaceId: 'ATVPDKIKX0DER', relationships: [{ type: 'VARIATION' }] }] },
    {},
  ],
  ['those of another marketplace', { relationships: [{ marketplaceId: 'other', relationships: [] }] }, {}],
  ['nothing of its details', { attributes: {} }, { attributes: null, parentAsin: 'B0PARENT01' }],
  ['details of another marketplace', { attributes: { color: elsewhere } }, { attributes: null }],
])('a catalogue page with %s has lost none of them', async (_what, more, expected) => {
  answer({ body: { items: [{ ...pageAnswer.items[0], ...more }] } });

  const { observations } = await ask(catalogItems, [asked]);

  expect(observations[0]?.facts).toMatchObject(expected);
  expect(observations[0]?.facts).not.toHaveProperty('parentAsin', null);
});
