import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { offersFacts } from '../../../../testing/database/factories.ts';
import { toldProduct } from '../../../../testing/mails/told-product.ts';

const { watched, tell } = toldProduct();
const { clock, observe } = watched;

const [oneRival, otherRival] = ['A3OTHER0000000', 'A4OTHER0000000'];

/** Sees who has the buy box after some time, `null` for the tenant, and returns the mails that are sent then. */
async function seeWinner(winner: string | null, afterMs: number) {
  clock.advance(afterMs);
  const others = [oneRival, otherRival].map((sellerId) => ({ sellerId, cents: 2990, wins: sellerId === winner }));
  await observe({ aspect: 'offers', facts: offersFacts({ sellerKey: watched.tenant.sellerKey, others }) });
  return tell();
}

/** Lets the buy box go to and fro until it is lost and the mail about its silence was sent. */
async function goToAndFro(): Promise<void> {
  for (const winner of [null, oneRival, null]) await seeWinner(winner, 20 * minuteMs);
  expect(await seeWinner(oneRival, 20 * minuteMs)).toMatchObject([
    { text: expect.stringContaining('It goes to and fro, 3 turns in a day') },
  ]);
}

test('another rival is told at once after the silence about an item that went to and fro', async () => {
  await goToAndFro();
  clock.advance(hourMs);
  expect(await tell()).toEqual([]);

  const mails = await seeWinner(otherRival, hourMs);
  expect(mails).toMatchObject([{ text: expect.stringContaining(`to seller ${otherRival}`) }]);
  expect(mails[0]?.text).not.toContain('goes to and fro');
});

test('another rival does not prolong the silence about an item that goes to and fro', async () => {
  await goToAndFro();
  expect(await seeWinner(otherRival, 50 * minuteMs)).toEqual([]);

  clock.advance(10 * minuteMs);
  expect(await tell()).toMatchObject([{ text: expect.stringContaining(`to seller ${otherRival}`) }]);
});
