import { beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { pino } from 'pino';
import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { addChannel } from '@app/shared/contract/channels.ts';
import { offersFacts } from '../../../../testing/database/factories.ts';
import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';
import { type Owner, testApi } from '../../../../testing/http/api.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { answering } from '../../../../testing/observing/answering.ts';
import { buildProductOf } from '../../../../testing/observing/products.ts';
import { createJudging } from '../../judging/ingest.ts';
import { makeUpTargetMessages } from '../composing/alert/targets/make-up-target-messages.ts';
import { releaseHeld } from '../holding/release-held.ts';

const api = testApi({ environment: { ALLOW_PRIVATE_ADDRESSES: 'yes' } });
const endpoint = answering();
const worker = () => ({ ...api.ctx, db: api.worker, log: pino({ level: 'silent' }) });
let owner: Owner;

beforeEach(async () => {
  owner = await api.owner();
  endpoint.asked.length = 0;
  endpoint.respond(() => ({}));
  await owner.call(addChannel, { body: { kind: 'webhook', name: 'Warehouse', address: `${endpoint.url}/hook` } });
});

async function deliver(): Promise<void> {
  await releaseHeld(worker());
  await makeUpTargetMessages(worker(), ['webhook']);
  await sendMessages(worker());
}

/** Lets many ratings disappear, of which people are told after most of a week, unless the ratings come back. */
async function loseRatings(): Promise<void> {
  const { productId } = await buildProductOf(api.worker, owner);
  for (const count of [1000, 950]) {
    api.clock.advance(hourMs);
    const facts = { tenths: 46, count, byStars: null };
    const seen = { productId, aspect: 'rating', sku: '', observedAt: api.clock.now(), facts } as const;
    await createJudging({ db: api.worker, clock: api.clock }).ingest(owner.tenantId, [seen]);
  }
}

const watchdogsTold = () => endpoint.asked.map(({ body }) => JSON.parse(body).data.watchdog);

const outcomes = async () => {
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql<{ state: string; reason: string | null }>`
      select d.state, d.last_error as reason
        from deliveries d
       where d.tenant_id = ${owner.tenantId}
         and d.email_address_id = 0`.execute(tx),
  );
  return rows;
};

test('an alert that is held for most of a week is sent to a channel when its hold is over', async () => {
  await loseRatings();
  await deliver();
  expect(watchdogsTold()).toEqual([]);

  api.clock.advance(7 * dayMs - 3 * hourMs);
  await deliver();

  expect(watchdogsTold()).toEqual(['starRatingRecentChange']);
});

test('an alert that was held is given up three days after the end of its hold', async () => {
  await loseRatings();
  endpoint.respond(() => null);
  api.clock.advance(7 * dayMs - 3 * hourMs);
  await deliver();
  expect(endpoint.asked).toHaveLength(1);
  endpoint.respond(() => ({}));

  api.clock.advance(3 * dayMs + 1);
  await deliver();

  expect(endpoint.asked).toHaveLength(1);
  expect(await outcomes()).toEqual([{ state: 'failed', reason: expect.stringContaining('Given up after three days') }]);
});

test('a channel is not told the held end of a problem that came back with a change that is no message', async () => {
  const { productId, sellerKey } = await buildProductOf(api.worker, owner);
  await sql`
    update channels set alert_settings = ${JSON.stringify({ [alertTypeOf('price')]: ['RED', 'AMBER', 'GREEN'] })}::jsonb
     where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  const seePrice = async (ownCents: number) => {
    api.clock.advance(10 * minuteMs);
    const facts = offersFacts({ sellerKey, ownCents });
    const seen = { productId, aspect: 'offers', sku: 'PAN', observedAt: api.clock.now(), facts } as const;
    await createJudging({ db: api.worker, clock: api.clock }).ingest(owner.tenantId, [seen]);
    await deliver();
  };
  // The third turn makes the item unstable, so that the end is held.
  for (const ownCents of [3490, 2490, 3490, 2490, 3490]) await seePrice(ownCents);
  const told = watchdogsTold();

  // The price falls by less than 1 %.
  await seePrice(3470);
  api.clock.advance(dayMs);
  await deliver();

  expect(watchdogsTold()).toEqual(told);
  expect(await outcomes()).toContainEqual({ state: 'dropped', reason: 'It was over after 10 minutes' });
});
