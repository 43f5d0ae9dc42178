import { expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { offersFacts } from '../../../../../../testing/database/factories.ts';
import { toldProduct } from '../../../../../../testing/mails/told-product.ts';
import { planMailAgain } from '../../../../accounts/recipients/waiting-mail-queries.ts';

const { watched, tell } = toldProduct();
const { clock, observe } = watched;

async function seeBuyBox(isLost: boolean): Promise<void> {
  clock.advance(hourMs);
  const others = [{ sellerId: 'A2UKR47RHS0DCY', cents: 2990, wins: isLost }];
  await observe({ aspect: 'offers', facts: offersFacts({ sellerKey: watched.tenant.sellerKey, others }) });
}

/** Does what a change of the times of mail does, such as other quiet hours. */
const changeTimes = () =>
  watched.db.tenant(watched.tenant.tenantId, (tx) => planMailAgain(tx, watched.tenant.tenantId, { now: clock.now() }));

test('the end of a problem still comes with the next message after the times of mail were changed', async () => {
  await seeBuyBox(false);
  await seeBuyBox(true);
  expect(await tell()).toHaveLength(1);
  await seeBuyBox(false);
  expect(await tell()).toEqual([]);

  await changeTimes();
  expect(await tell()).toEqual([]);

  clock.advance(12 * hourMs);
  expect(await tell()).toMatchObject([{ subject: expect.stringMatching(/^Improvement: /) }]);
});
