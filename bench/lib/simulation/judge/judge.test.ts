import { expect, test } from 'vitest';
import type { SimulatedRun, StoredFlip } from '../simulate.ts';
import { faultsOfDigests } from './digests.ts';
import { judgeRun } from './judge-run.ts';
import { faultsOfItem } from './statuses.ts';
import { faultsOfMails, type News } from './told.ts';
import { truthsOf, type Scene } from './truth.ts';
import type { Wishes } from './wishes.ts';

const dayMs = 86_400_000;
const onDay = (day: number): number => day * dayMs;

const scene: Scene = {
  at: 0,
  isOffered: true,
  buyBoxHolder: 'US',
  ourId: 'US',
  otherSellers: [],
  prices: [],
  suspendedSkus: [],
  hiddenSkus: [],
  hasMainImage: true,
  hasPrime: true,
  unitsAtMarketplace: null,
  unitsOfOurOwn: null,
};
const pricedAt = (day: number, cents: number): Scene => ({
  ...scene,
  at: onDay(day),
  prices: [{ sku: 'SKU-1', cents }],
});

test('a price that rises again after its rise was taken back is an improvement again', () => {
  const scenes = [pricedAt(0, 1000), pricedAt(1, 1200), pricedAt(2, 1000), pricedAt(3, 1200)];

  const truths = truthsOf('price', scenes, onDay(30));

  expect(truths.map(({ at, subject, isNews }) => [at, subject, isNews])).toEqual([
    [onDay(0), '', true],
    [onDay(1), '1200', true],
    [onDay(2), '', false],
    [onDay(3), '1200', true],
  ]);
});

const bothPricedAt = (day: number, first: number, second: number): Scene => ({
  ...pricedAt(day, first),
  prices: [
    { sku: 'SKU-1', cents: first },
    { sku: 'SKU-2', cents: second },
  ],
});

test('another SKU that falls to the price before a rise does not take the rise back', () => {
  const scenes = [bothPricedAt(0, 1000, 1300), bothPricedAt(1, 1200, 1300), bothPricedAt(2, 1200, 1000)];

  const truths = truthsOf('price', scenes, onDay(5));

  expect(truths.map(({ standing, subject }) => [standing, subject])).toEqual([
    ['green', ''],
    ['green', '1200'],
    ['red', '1000'],
  ]);
});

test('the window of a fall that was noticed late ends late', () => {
  const scenes = [pricedAt(0, 1000), pricedAt(3, 800)];
  const item = {
    asin: 'B0EXAMPLE1',
    kind: 'price',
    truths: truthsOf('price', scenes, onDay(30)),
    from: 0,
    to: onDay(30),
  };
  const price = { asin: 'B0EXAMPLE1', kind: 'price' };
  const flips = [
    { ...price, at: onDay(3.4), from: 'green', to: 'red' },
    { ...price, at: onDay(10.4), from: 'red', to: 'green' },
  ] as const;
  const silence = { storm: 'push silent', from: onDay(2.9), to: onDay(3.2) };

  expect(faultsOfItem({ ...item, flips }, { troubles: [silence], speedup: 1 })).toEqual([]);
  expect(faultsOfItem({ ...item, flips: flips.slice(0, 1) }, { troubles: [silence], speedup: 1 })).toEqual([
    expect.stringContaining('must be green since 1970-01-11T00:00'),
  ]);
});

const hidden = { itemId: 'searchBan-1', asin: 'B0EXAMPLE1', productId: '1', kind: 'searchBan', message: null };
const becomes = (day: number, [from, to]: readonly [number, number]): StoredFlip => ({
  ...hidden,
  at: new Date(onDay(day)),
  from,
  to,
  colour: to === 0 ? 'GREEN' : 'RED',
});
const wishes: Wishes = {
  email: 'owner@simulated.test',
  alerts: {},
  isInstant: true,
  batchingMinutes: 60,
  quiet: null,
  timeZone: 'UTC',
  wantsDigest: false,
  digestHour: 7,
};

interface Deeds {
  readonly mutedTo: number;
  /** Whether people have unmuted the item then. */
  readonly isCutShort?: boolean;
  readonly statuses?: readonly { readonly day: number; readonly status: number }[];
}

/**
 * A run in which a listing is hidden from search on days 2 to 8, no mail is sent, and people mute the item on day 1.
 */
const runWith = ({ mutedTo, isCutShort = false, statuses = [] }: Deeds): SimulatedRun => ({
  flips: [becomes(2, [0, 2]), becomes(8, [2, 0])],
  items: [],
  mails: [],
  deeds: {
    wishes: new Map([[wishes.email, [{ since: 0, wishes }]]]),
    muted: [{ productId: '1', kind: 'searchBan', from: onDay(1), to: onDay(mutedTo), isCutShort }],
    statuses: statuses.map(({ day, status }) => ({ at: onDay(day), itemId: hidden.itemId, status })),
  },
  scenesOf: new Map([
    [hidden.asin, [scene, { ...scene, at: onDay(2), hiddenSkus: ['SKU-1'] }, { ...scene, at: onDay(8) }]],
  ]),
  storms: [],
  speedup: 1,
  settledAt: 0,
  endedAt: onDay(12),
  steps: 0,
  deaths: 0,
  hash: '',
});

test('a problem that began while its item was muted must be told when the mute ends', () => {
  expect(judgeRun(runWith({ mutedTo: 4 }))).toEqual([
    expect.stringContaining('RED searchBan of product 1 at 1970-01-03T00:00 is not told by 1970-01-05T00:30'),
  ]);
  expect(judgeRun(runWith({ mutedTo: 9 }))).toEqual([]);
});

test('neither it nor its end need be told if people have unmuted the item', () => {
  expect(judgeRun(runWith({ mutedTo: 4, isCutShort: true }))).toEqual([]);
});

test('its end must be told to people who work on the problem', () => {
  expect(judgeRun(runWith({ mutedTo: 4, isCutShort: true, statuses: [{ day: 5, status: 2 }] }))).toEqual([
    expect.stringContaining('GREEN searchBan of product 1 at 1970-01-09T00:00 is not told'),
  ]);
  expect(judgeRun(runWith({ mutedTo: 4, isCutShort: true, statuses: [{ day: 3, status: 2 }] }))).toEqual([]);
});

test('a problem that began after the mute had ended must be told, and so must its end', () => {
  expect(judgeRun(runWith({ mutedTo: 1.5 }))).toEqual([
    expect.stringContaining('RED searchBan of product 1'),
    expect.stringContaining('GREEN searchBan of product 1'),
  ]);
});

const collecting: Wishes = { ...wishes, isInstant: false, batchingMinutes: 180 };
const atHour = (hour: number): number => onDay(1) + hour * 3_600_000;
const newsOf = (productId: string, hour: number): News => ({
  at: atHour(hour),
  productId,
  kind: 'searchBan',
  colour: 'RED',
  isDue: true,
  changesAt: Infinity,
});
const mailAt = (hour: number, productId: string) => ({
  at: atHour(hour),
  to: collecting.email,
  messageId: 'mail',
  text: `alerts are on for you\n\nAlert: Hidden from search\nhttp://watchpost.test/home#pdet-${productId}`,
});

test.each([
  ['may come when the collecting time of an alert is over that people have muted meanwhile', true, []],
  ['comes too early otherwise', false, [expect.stringContaining('does not wait for more')]],
])('a mail %s', (_what, isMuted, faults) => {
  const period = { productId: '1', kind: 'searchBan', from: atHour(1), to: atHour(24), isCutShort: false };
  const correspondence = {
    news: [...(isMuted ? [newsOf('1', 0)] : []), newsOf('2', 2)],
    mails: [mailAt(3, '2')],
    wishes: new Map([[collecting.email, [{ since: 0, wishes: collecting }]]]),
    muted: [period],
    to: onDay(9),
  };

  expect(faultsOfMails(correspondence, { troubles: [], speedup: 1 })).toEqual(faults);
});

const atTwo: Wishes = { ...wishes, timeZone: 'America/New_York', wantsDigest: true, digestHour: 2 };
const digestsAt = (...instants: readonly string[]) =>
  faultsOfDigests(
    {
      mails: instants.map((at) => ({ at: Date.parse(at), to: atTwo.email, messageId: at, text: 'Your day' })),
      wishes: new Map([[atTwo.email, [{ since: 0, wishes: atTwo }]]]),
      from: Date.parse(`${instants[0]?.slice(0, 10)}T04:00Z`),
      to: Date.parse(`${instants.at(-1)?.slice(0, 10)}T20:00Z`),
    },
    { troubles: [], speedup: 1 },
  );

test.each([
  ['the clock is put forward over its hour', ['2027-03-13T07:00Z', '2027-03-14T07:00Z', '2027-03-15T06:00Z']],
  ['the clock is put back to the hour before', ['2027-11-06T06:00Z', '2027-11-07T07:00Z', '2027-11-08T07:00Z']],
])('a digest comes on each local day, also where %s', (_where, instants) => {
  expect(digestsAt(...instants)).toEqual([]);
  expect(digestsAt(...instants.toSpliced(1, 1))).toEqual([expect.stringContaining('0 digests instead of 1')]);
});
