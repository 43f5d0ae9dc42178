import { beforeEach, expect, test } from 'vitest';
import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import type { OffersFacts } from '@app/shared/watchdogs/facts/observations.ts';
import { offersFacts } from '../../../testing/database/factories.ts';
import { watchedProduct } from '../../../testing/observing/watched-product.ts';
import { judgeDue } from './due.ts';

const watched = watchedProduct();
const { clock } = watched;

beforeEach(async () => {
  await see(offersFacts({ sellerKey: watched.tenant.sellerKey }));
  await see(offersFacts({ sellerKey: watched.tenant.sellerKey, ownCents: 2490 }));
});

const untold: OffersFacts = { offers: [], totalOffers: null, buyBox: null, ownPrice: null };

function see(facts: OffersFacts) {
  clock.advance(minuteMs);
  return watched.observe({ aspect: 'offers', facts });
}

const price = () => watched.item('price');

const overText = 'Your price was $24.90 when it was last told';

test('an alert ends with its window even if its source no longer answers', async () => {
  await see(untold);
  clock.advance(6 * dayMs);
  await judgeDue(watched);
  expect(await price()).toMatchObject({ status: 2 });

  clock.advance(dayMs);
  await judgeDue(watched);

  expect(await price()).toMatchObject({ status: 0, message: overText });
});

test('an observation without the facts does not keep an alert open after its window', async () => {
  clock.advance(7 * dayMs);
  await see(untold);
  await judgeDue(watched);

  expect(await price()).toMatchObject({ status: 0, message: overText });
});
