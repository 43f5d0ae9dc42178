import { expect, test } from 'vitest';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { catalogFacts } from '../../../testing/database/factories.ts';
import { hearWork } from '../../../testing/database/hear-work.ts';
import { subscribeHook } from '../../../testing/mails/account-events.ts';
import { toldProduct } from '../../../testing/mails/told-product.ts';
import { systemRandom } from '../../lib/random.ts';
import { judgeDue } from '../judging/due.ts';
import { putSettings } from '../triage/settings.ts';
import { makeUpAlertMails } from './composing/alert/mail/make-up-mails.ts';
import { releaseHeld } from './holding/release-held.ts';
import { enqueueAccountEvents } from './outbox/account-event-queries.ts';

const { watched } = toldProduct();
const { clock, observe } = watched;

const seeImages = (images: boolean) =>
  observe({ aspect: 'catalog', facts: images ? catalogFacts() : catalogFacts({ images: [] }) });
const seeRating = (count: number) => observe({ aspect: 'rating', facts: { tenths: 46, count, byStars: null } });

const context = () => ({
  db: watched.db,
  clock,
  random: systemRandom,
  config: { publicUrl: 'https://watch.example' },
});

test('an alert is announced when it is written and its mail when it is made up, and neither without one', async () => {
  await seeImages(true);
  const heard = await hearWork(watched.database);

  clock.advance(hourMs);
  await seeImages(true);
  expect(await heard()).toEqual([]);
  await seeImages(false);
  expect(await heard()).toEqual(['alerts']);

  await makeUpAlertMails(context());
  expect(await heard()).toEqual(['messages']);
  await makeUpAlertMails(context());
  expect(await heard()).toEqual([]);
});

test('a held alert is announced when it is released, and no look before that announces anything', async () => {
  await seeRating(1000);
  clock.advance(hourMs);
  await seeRating(950);
  const heard = await hearWork(watched.database);

  await releaseHeld(context());
  expect(await heard()).toEqual([]);

  clock.advance(7 * dayMs - 3 * hourMs);
  await releaseHeld(context());
  expect(await heard()).toEqual(['alerts']);
});

test('items that a new setting makes due are announced, so that people need not wait for their judgement', async () => {
  await seeImages(true);
  const heard = await hearWork(watched.database);

  await putSettings({ db: watched.db, clock }, watched.tenant.owner, {
    type: 'imageMissing',
    settings: { minimumMinutes: 5 },
  });
  expect(await heard()).toEqual(['items']);

  await judgeDue(context());
  expect(await heard()).toEqual([]);
});

test('an event of the account is announced if a hook is to be called for it, and not without one', async () => {
  const heard = await hearWork(watched.database);
  const { tenantId } = watched.tenant;
  const tell = () =>
    watched.db.tenant(tenantId, (tx) =>
      enqueueAccountEvents(tx, { tenantId, event: 'invoicePaid', subjects: ['1'], at: clock.now() }),
    );

  await tell();
  expect(await heard()).toEqual([]);

  await subscribeHook({ worker: watched.db }, watched.tenant, 'invoicePaid');
  await tell();
  expect(await heard()).toEqual(['messages']);
});
