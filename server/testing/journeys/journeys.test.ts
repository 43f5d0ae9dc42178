import { beforeAll, expect, test } from 'vitest';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { observingWorld } from '../observing/observing.ts';
import { patientTypes } from './cast.ts';
import type { Journey } from './journey.ts';
import { journeys } from './journeys.ts';
import { flipsOn, itemIn, newsIn, newsOf, statusOf } from './news.ts';
import { tellStory, type Story } from './story.ts';

const world = observingWorld();
let story: Story;

beforeAll(async () => void (story = await tellStory(world)), 300_000);

const rows = Object.entries<Journey>(journeys);
const types = watchdogs.map(({ type }) => type).toSorted();

function productIdOf(type: string): string {
  const asin = story.stage.travellers.find((one) => one.type === type)?.product.asin ?? '';
  return story.stage.productIds.get(asin) ?? `not tracked: ${asin}`;
}

test('every kind has a journey', () => {
  expect(Object.keys(journeys).toSorted()).toEqual(types);
});

test.each(rows)('%s: all events of its journey were accepted', (type) => {
  expect(story.stage.travellers.find((one) => one.type === type)?.refused).toEqual([]);
});

test('before any event every watchdog has judged, and those of the journeys are ok', () => {
  const { items } = story.before;

  expect([...new Set(items.map(({ type }) => type))].toSorted()).toEqual(types);
  expect(items.filter(({ status }) => status === 99)).toEqual([]);
  expect(items.filter(({ status, type, productId }) => status !== 0 && productId === productIdOf(type))).toEqual([]);
});

const warning = rows.flatMap(([type, { warns }]) => (warns ? [{ type, warns }] : []));
test.each(warning)('$type: a lesser change raises a warning', ({ type, warns }) => {
  expect(newsIn(story.warns, type, productIdOf(type))).toEqual(newsOf(type, warns));
});

test.each(rows)(
  '%s: its event changes the item, with its message, and is mailed to the addresses that want it',
  (type, journey) => {
    const productId = productIdOf(type);
    const { begins } = story;

    expect(newsIn(begins, type, productId)).toEqual(newsOf(type, journey.begins));
    // A temporary state must be seen twice at medium sensitivity; everything else is reported at once.
    const look = patientTypes.has(type) ? 2 : 1;
    expect(flipsOn(begins, productId).filter((flip) => flip.type === type)).toMatchObject([{ look }]);
  },
);

const going = rows.flatMap(([type, { goesOn }]) => (goesOn ? [{ type, goesOn }] : []));
test.each(going)('$type: another event on an open item is news again', ({ type, goesOn }) => {
  expect(newsIn(story.goesOn, type, productIdOf(type))).toEqual(newsOf(type, goesOn));
});

const waiting = rows.filter(([, { goesOn }]) => goesOn === null);
test.each(waiting)('%s: without further events a seen issue stays seen', (type, journey) => {
  const productId = productIdOf(type);

  expect(flipsOn(story.goesOn, productId)).toEqual([]);
  expect(itemIn(story.goesOn, type, productId)).toMatchObject({ status: statusOf(journey.begins), issueStatus: 1 });
});

const isLate = ({ ends }: Journey): boolean => ends.withinDays !== undefined;

test.each(rows)('%s: undone, the item is ok, and kinds with improvements mail one', (type, journey) => {
  const chapter = isLate(journey) ? story.days : story.ends;

  expect(newsIn(chapter, type, productIdOf(type))).toEqual(newsOf(type, journey.ends));
});

test.each(rows.filter(([, journey]) => isLate(journey)))(
  '%s: stays open until some days have shown the end',
  (type) => {
    expect(flipsOn(story.ends, productIdOf(type))).toEqual([]);
  },
);

test.each([...patientTypes])('%s: at low sensitivity it reports at the fourth check, once', (type) => {
  const flips = flipsOn(story.patience, productIdOf(type));

  expect(flips.map((flip) => [flip.type, flip.look, flip.toStatus])).toEqual([[type, 4, 2]]);
});

test.each(['noiseAmidst', 'noise'] as const)('a day of noise raises nothing (%s)', (name) => {
  const { flips, mails, facts } = story[name];
  // Noise may change facts about reviews and badges: their aspects contain the order of reviews, and whether the layout
  // of a page shows the cart button.
  const told = facts.filter(({ aspect }) => aspect !== 'reviews' && aspect !== 'badges');

  expect({ flips, mails, told }).toEqual({ flips: [], mails: [], told: [] });
});

test('noise does not make a seen issue new again', () => {
  const open = story.noiseAmidst.items.filter(
    ({ status, type, productId }) => status > 0 && productId === productIdOf(type),
  );

  expect(open.map(({ type }) => type).toSorted()).toEqual(types);
  expect(open.filter(({ issueStatus }) => issueStatus !== 1)).toEqual([]);
});

test('products without events have no news, and mails contain only news', () => {
  const travelling = new Set(rows.map(([type]) => productIdOf(type)));
  const { warns, begins, goesOn, ends, patience, days } = story;
  for (const { flips, mails } of [warns, begins, goesOn, ends, patience, days]) {
    const isNews = (text: string): boolean =>
      flips.some(({ message, productId }) => text.includes(message ?? '') && text.endsWith(`#pdet-${productId}`));

    expect(flips.filter(({ productId }) => !travelling.has(productId))).toEqual([]);
    expect(mails.filter(({ text }) => !isNews(text))).toEqual([]);
  }
});

test('the marketplace refuses no request', () => {
  expect(story.refusals).toEqual([]);
});
