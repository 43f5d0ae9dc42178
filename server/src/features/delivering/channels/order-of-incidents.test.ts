import { pino } from 'pino';
import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { addChannel } from '@app/shared/contract/channels.ts';
import { offersFacts } from '../../../../testing/database/factories.ts';
import { testApi } from '../../../../testing/http/api.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { answering } from '../../../../testing/observing/answering.ts';
import { buildProductOf } from '../../../../testing/observing/products.ts';
import { createJudging } from '../../judging/ingest.ts';
import { makeUpTargetMessages } from '../composing/alert/targets/make-up-target-messages.ts';
import { releaseHeld } from '../holding/release-held.ts';

const api = testApi({ environment: { ALLOW_PRIVATE_ADDRESSES: 'yes' } });
const endpoint = answering();
const worker = () => ({ ...api.ctx, db: api.worker, log: pino({ level: 'silent' }) });

interface ToldAlert {
  readonly level: string;
  readonly product: { readonly productId: string };
}

/** Builds twelve products of an owner with a webhook. */
async function buildScene() {
  endpoint.asked.length = 0;
  endpoint.respond(() => ({}));
  const owner = await api.owner();
  await owner.call(addChannel, { body: { kind: 'webhook', name: 'Warehouse', address: `${endpoint.url}/hook` } });
  const account = await buildProductOf(api.worker, owner);
  const { productId } = account;
  const sisters = await Promise.all(Array.from({ length: 11 }, () => buildProductOf(api.worker, owner, { account })));
  const see = async (productIds: readonly string[], isLost: boolean, afterMs: number) => {
    api.clock.advance(afterMs);
    const rival = { sellerId: 'A2UKR47RHS0DCY', cents: 2990, wins: isLost };
    const facts = offersFacts({ sellerKey: account.sellerKey, others: [rival] });
    await createJudging({ db: api.worker, clock: api.clock }).ingest(
      owner.tenantId,
      productIds.map((id) => ({ productId: id, aspect: 'offers', sku: 'PAN', observedAt: api.clock.now(), facts })),
    );
  };
  const others = sisters.map((sister) => sister.productId);
  await see([productId, ...others], false, minuteMs);
  return { productId, others, see };
}

async function deliver(): Promise<void> {
  await releaseHeld(worker());
  await makeUpTargetMessages(worker(), ['webhook']);
  await sendMessages(worker());
}

/** Returns the levels that the webhook was told of the product, in their order. */
function levelsOf(productId: string): readonly string[] {
  const told: readonly ToldAlert[] = endpoint.asked.flatMap(({ body }) => {
    const { data, others: more = [] } = JSON.parse(body);
    return [data, ...more.map((one: { data: ToldAlert }) => one.data)];
  });
  return told.filter(({ product }) => product.productId === productId).map(({ level }) => level);
}

test('a webhook learns a problem before the end of it that came with many others, also after an outage', async () => {
  const { productId, others, see } = await buildScene();
  await see([productId], true, minuteMs);
  await see(others, true, 10 * minuteMs);
  await see([productId, ...others], false, 3 * hourMs);
  api.clock.advance(2 * hourMs);

  await deliver();

  expect(levelsOf(productId)).toEqual(['alert', 'improvement']);
});

test('a webhook learns the end of a problem before its return that came with many others', async () => {
  const { productId, others, see } = await buildScene();
  await see([productId], true, minuteMs);
  await deliver();
  await see(others, true, 2 * dayMs);
  await see([productId], false, minuteMs);
  await see([productId], true, minuteMs);
  api.clock.advance(2 * hourMs);

  await deliver();

  expect(levelsOf(productId)).toEqual(['alert', 'improvement', 'alert']);
});
