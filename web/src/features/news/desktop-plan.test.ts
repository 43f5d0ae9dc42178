import { expect, test } from 'vitest';
import { planDesktop, type DesktopNews, type NotifiedNews } from './desktop-plan.ts';

const news = (id: number, colour: 'RED' | 'GREEN' = 'RED'): DesktopNews => ({
  id: String(id),
  productId: `p${id}`,
  type: 'imageMissing',
  colour,
  message: colour === 'RED' ? 'The product page has no main image' : 'The main image is back',
  productName: 'Skillet',
  marketplace: 'US',
});
const noon = 43_200_000;
const plan = (notified: readonly NotifiedNews[], fresh: readonly DesktopNews[], now: number) =>
  planDesktop(notified, { news: fresh, isCut: false }, now);

test('each flip is one notification with its product and its change', () => {
  const { notices } = plan([], [news(2, 'GREEN'), news(1)], noon);

  expect(notices).toEqual([
    {
      title: 'Alert: main image missing',
      body: 'Skillet, US. The product page has no main image',
      tag: 'flip-1',
      productId: 'p1',
    },
    { title: 'Improvement: the main image is back', body: 'Skillet, US', tag: 'flip-2', productId: 'p2' },
  ]);
});

test('a flood at once becomes one notification with their number', () => {
  const { notices, replaces } = plan([], [news(5), news(4), news(3), news(2, 'GREEN'), news(1)], noon);

  expect(notices).toMatchObject([{ title: '4 alerts, 1 improvement', productId: null }]);
  expect(replaces).toBe(true);
});

test('a flood in small steps becomes one notification too, whose number grows', () => {
  let flow = plan([], [news(1)], noon);
  for (const id of [2, 3]) flow = plan(flow.notified, [news(id)], noon + id * 1000);
  expect(flow.notices).toMatchObject([{ tag: 'flip-3' }]);

  flow = plan(flow.notified, [news(4)], noon + 4000);
  expect(flow).toMatchObject({ replaces: true, notices: [{ title: '4 alerts', tag: 'watchpost-many' }] });
  flow = plan(flow.notified, [news(5)], noon + 50_000);
  expect(flow.notices).toMatchObject([{ title: '5 alerts', tag: 'watchpost-many' }]);
});

test('after a quiet minute flips are notified one by one again', () => {
  const flood = plan(
    [],
    [1, 2, 3, 4].map((id) => news(id)),
    noon,
  );

  expect(plan(flood.notified, [news(5)], noon + 61_000).notices).toMatchObject([{ tag: 'flip-5' }]);
});

test('when the list is cut, the number is at least that of the list', () => {
  const flood = planDesktop([], { news: [1, 2, 3, 4].map((id) => news(id)), isCut: true }, noon);

  expect(flood.notices).toMatchObject([{ title: 'At least 4 alerts' }]);
});
