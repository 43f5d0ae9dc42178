import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { catalogFacts, offersFacts } from '../../../../testing/database/factories.ts';
import { toldProduct } from '../../../../testing/mails/told-product.ts';
import { putSettings } from '../../triage/settings.ts';
import { setIssueStatus } from '../../triage/triage.ts';

const { watched, tell, wantAll, log } = toldProduct();
const { clock, observe } = watched;

const seeRating = (tenths: number, count: number) =>
  observe({ aspect: 'rating', facts: { tenths, count, byStars: null } });
const seePrice = (ownCents: number) =>
  observe({ aspect: 'offers', facts: offersFacts({ sellerKey: watched.tenant.sellerKey, ownCents }) });
const seeImages = (images: boolean) =>
  observe({ aspect: 'catalog', facts: images ? catalogFacts() : catalogFacts({ images: [] }) });

async function waitFor(minutes: number): Promise<void> {
  await putSettings({ db: watched.db, clock }, watched.tenant.owner, {
    type: 'imageMissing',
    settings: { minimumMinutes: minutes },
  });
}

test('a worse problem is told though the end of the former one was not told yet', async () => {
  await seeRating(45, 200);
  clock.advance(hourMs);
  await seeRating(40, 200);
  expect(await tell()).toHaveLength(1);
  clock.advance(2 * dayMs);
  await seeRating(45, 200);
  clock.advance(6 * hourMs);
  await seeRating(30, 200);

  expect(await tell()).toMatchObject([{ text: expect.stringContaining('3.0') }]);
});

test('a price change below 1 % is shown and not mailed, and the log tells why', async () => {
  await wantAll('price');
  await seePrice(3490);
  clock.advance(hourMs);
  await seePrice(3470);

  expect(await watched.item('price')).toMatchObject({ status: 1 });
  expect(await tell()).toEqual([]);
  expect(await log()).toEqual(['dropped: A price change of less than 1%']);

  clock.advance(hourMs);
  await seePrice(3400);
  expect(await tell()).toMatchObject([{ subject: expect.stringMatching(/^Warning: price changed/) }]);
});

test('a few ratings that disappear turn the item and are no message, nor is their return', async () => {
  await seeRating(46, 1000);
  clock.advance(hourMs);
  await seeRating(46, 996);
  expect(await watched.item('starRatingRecentChange')).toMatchObject({ status: 1 });
  expect(await tell()).toEqual([]);

  clock.advance(dayMs);
  await seeRating(46, 1000);
  expect(await watched.item('starRatingRecentChange')).toMatchObject({ status: 0 });
  expect(await tell()).toEqual([]);
});

test('many ratings that come back within 7 days leave no message behind, and those that do not are told', async () => {
  await seeRating(46, 1000);
  clock.advance(hourMs);
  await seeRating(46, 950);
  expect(await tell()).toEqual([]);
  expect(await log()).toEqual(['held: Ratings that come back within 7 days are not told']);
  clock.advance(3 * dayMs);
  await seeRating(46, 1001);
  clock.advance(5 * dayMs);
  expect(await tell()).toEqual([]);
  expect(await log()).toEqual(['dropped: It was over after 3 days', 'dropped: The problem was not told either']);

  await seeRating(46, 950);
  clock.advance(7 * dayMs - 3 * hourMs);
  expect(await tell()).toMatchObject([{ text: expect.stringContaining('fell from 1,001 to 950') }]);
});

test('stars that fall by two tenths are told at once, by one only if every tenth is asked for', async () => {
  await wantAll('starRatingRecentChange');
  await seeRating(48, 200);
  clock.advance(hourMs);
  await seeRating(47, 200);
  expect(await watched.item('starRatingRecentChange')).toMatchObject({ status: 2 });
  expect(await tell()).toEqual([]);
  clock.advance(hourMs);
  await seeRating(44, 200);
  expect(await tell()).toHaveLength(1);
});

test('a problem that is over before its minimum duration is told to nobody', async () => {
  await waitFor(15);
  await seeImages(true);
  clock.advance(hourMs);
  await seeImages(false);
  clock.advance(10 * minuteMs);
  expect(await tell()).toEqual([]);
  expect(await log()).toEqual(['held: It waits until the problem has lasted 15 minutes']);
  await seeImages(true);
  clock.advance(hourMs);

  expect(await tell()).toEqual([]);
  expect(await log()).toEqual(['dropped: It was over after 10 minutes']);
});

test('a problem that lasts is told once its minimum duration is over, once', async () => {
  await waitFor(15);
  await seeImages(true);
  clock.advance(hourMs);
  await seeImages(false);
  clock.advance(15 * minuteMs);

  expect((await Promise.all([tell(), tell()])).flat()).toHaveLength(1);
  expect(await tell()).toEqual([]);
});

test('an issue that somebody has closed while its message was held is not told', async () => {
  await waitFor(60);
  await seeImages(true);
  clock.advance(hourMs);
  await seeImages(false);
  const itemId = `imageMissing-${watched.productId}`;
  await setIssueStatus({ db: watched.db, clock }, watched.tenant.owner, { watchDogId: itemId, status: 3 });
  clock.advance(hourMs);

  expect(await tell()).toEqual([]);
  expect(await log()).toEqual(['dropped: The issue was closed before it was told']);
});

test('a new seller beside three others is left to the digest, unless messages about crowded listings are on', async () => {
  const seeSellers = async (...sellerIds: readonly string[]) => {
    clock.advance(hourMs);
    const others = sellerIds.map((sellerId) => ({ sellerId, cents: 3990 }));
    await observe({ aspect: 'offers', facts: offersFacts({ sellerKey: watched.tenant.sellerKey, others }) });
    return tell();
  };
  const known = ['A1', 'A2', 'A3'];
  await seeSellers(...known);
  expect(await seeSellers(...known, 'A4')).toEqual([]);
  expect(await watched.item('numberOfSellers')).toMatchObject({ status: 2 });
  expect(await log()).toEqual(['dropped: 3 others or more sell it already']);
  await putSettings({ db: watched.db, clock }, watched.tenant.owner, {
    type: 'numberOfSellers',
    settings: { messagesWhenCrowded: true },
  });
  expect(await seeSellers(...known, 'A4', 'A5')).toHaveLength(1);
});

test('a hijacker of a listing that nobody else sold is told at once, however many there are', async () => {
  for (const count of [0, 3, 4]) {
    clock.advance(hourMs);
    const others = Array.from({ length: count }, (_, index) => ({ sellerId: `A${index}`, cents: 3990 }));
    await observe({ aspect: 'offers', facts: offersFacts({ sellerKey: watched.tenant.sellerKey, others }) });
    expect(await tell()).toHaveLength(count === 0 ? 0 : 1);
  }
});

/** Sees the buy box lost to another seller, or won back. */
const seeBuyBox = (isLost: boolean) => {
  const others = [{ sellerId: 'A3OTHER0000000', cents: 2990, wins: isLost }];
  return observe({ aspect: 'offers', facts: offersFacts({ sellerKey: watched.tenant.sellerKey, others }) });
};
const turn = async (isLost: boolean) => {
  clock.advance(20 * minuteMs);
  await seeBuyBox(isLost);
  return tell();
};
const tellAfter = (ms: number) => {
  clock.advance(ms);
  return tell();
};

test('an item that turned three times in a day is told to go to and fro, and then only once it is stable', async () => {
  await turn(false);
  expect(await turn(true)).toHaveLength(1);
  expect(await turn(false)).toEqual([]);
  expect(await turn(true)).toMatchObject([
    {
      text: expect.stringContaining(
        'It goes to and fro, 3 turns in a day: its turns are told again when it is stable for 1 hour, or in 12 hours',
      ),
    },
  ]);
  for (const isLost of [false, true, false]) expect(await turn(isLost)).toEqual([]);
  expect(await turn(true)).toEqual([]);
  // The item is again in the state that the last message told.
  expect((await log()).at(-1)).toBe('dropped: It was told before, and nobody was told of its end');
  expect(await turn(false)).toEqual([]);
  expect((await log()).at(-1)).toMatch(/^held: It goes to and fro/);
  expect(await tellAfter(12 * hourMs)).toMatchObject([{ subject: expect.stringMatching(/^Improvement: /) }]);
});

test('each pause of an item that goes to and fro doubles the wait for the next, until it is quiet for a week', async () => {
  for (const isLost of [false, true, false, true]) await turn(isLost);
  expect(await tellAfter(hourMs)).toEqual([]);

  expect(await turn(false)).toEqual([]);
  expect(await tellAfter(2 * hourMs)).toEqual([]);
  expect(await tellAfter(10 * hourMs)).toMatchObject([{ subject: expect.stringMatching(/^Improvement: /) }]);

  // A change that is taken back before the pause ends is not told, because the last message is true again.
  for (const isLost of [true, false]) expect(await turn(isLost)).toEqual([]);
  expect(await tellAfter(5 * hourMs)).toEqual([]);
  expect(await turn(true)).toEqual([]);
  expect(await tellAfter(7 * hourMs)).toEqual([]);
  expect(await tellAfter(hourMs)).toMatchObject([{ subject: expect.stringMatching(/^Alert: buy box lost/) }]);

  clock.advance(7 * dayMs);
  expect(await turn(false)).toEqual([]);
  expect(await tellAfter(12 * hourMs)).toMatchObject([{ subject: expect.stringMatching(/^Improvement: /) }]);
});

test('the silence about an item that goes on to and fro ends after 12 hours', async () => {
  const told: number[] = [];
  for (let turns = 1; turns <= 36; turns += 1) {
    const before = await tellAfter(20 * minuteMs);
    clock.advance(5 * minuteMs);
    await seeBuyBox(turns % 2 === 0);
    const after = await tell();
    if (before.length + after.length > 0) told.push(turns);
  }
  // Mails were sent about the first problem, about the item going to and fro, and about its state 12 hours later.
  expect(told).toEqual([2, 4, 33]);
});

test('the end of a problem is told with the next message', async () => {
  await seeImages(true);
  await turn(false);
  expect(await turn(true)).toHaveLength(1);
  expect(await turn(false)).toEqual([]);
  expect((await log()).at(-1)).toBe('waiting: It is told with the next message, and within 12 hours');
  clock.advance(hourMs);
  await seeImages(false);

  expect(await tell()).toMatchObject([{ text: expect.stringMatching(/Main image missing[^]*Improvement: /) }]);
});

test('without another message the end of a problem is told after 12 hours', async () => {
  await turn(false);
  await turn(true);
  expect(await turn(false)).toEqual([]);
  expect(await tellAfter(12 * hourMs - minuteMs)).toEqual([]);
  expect(await tellAfter(minuteMs)).toMatchObject([{ subject: expect.stringMatching(/^Improvement: /) }]);
});

test.each([
  ['somebody works on is told at once', 2, 1],
  ['somebody has set done is told to nobody', 3, 0],
])('the end of a problem that %s', async (_title, status, mails) => {
  await turn(false);
  await turn(true);
  const itemId = `lostBuybox-${watched.productId}`;
  await setIssueStatus({ db: watched.db, clock }, watched.tenant.owner, { watchDogId: itemId, status });
  expect(await turn(false)).toHaveLength(mails);
  expect(await tellAfter(12 * hourMs)).toEqual([]);
  // It is news that the problem is back.
  clock.advance(2 * dayMs);
  expect(await turn(true)).toHaveLength(1);
});

test('a problem that comes back before its end was told is not told again, nor is that end', async () => {
  await turn(false);
  expect(await turn(true)).toHaveLength(1);
  clock.advance(20 * hourMs);
  expect(await turn(false)).toEqual([]);
  clock.advance(4 * hourMs);
  expect(await turn(true)).toEqual([]);
  expect(await tellAfter(12 * hourMs)).toEqual([]);
  expect((await log()).slice(-2)).toEqual([
    'dropped: The problem came back before its end was told',
    'dropped: It was told before, and nobody was told of its end',
  ]);

  clock.advance(dayMs);
  await turn(false);
  expect(await tellAfter(12 * hourMs)).toMatchObject([{ subject: expect.stringMatching(/^Improvement: /) }]);
});
