import { expect, test } from 'vitest';
import { pino } from 'pino';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { addChannel } from '@app/shared/contract/channels.ts';
import { createKeyword } from '@app/shared/contract/triage.ts';
import { testApi } from '../../../../testing/http/api.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { answering } from '../../../../testing/observing/answering.ts';
import { buildProductOf } from '../../../../testing/observing/products.ts';
import { createJudging } from '../../judging/ingest.ts';
import { makeUpTargetMessages } from '../composing/alert/targets/make-up-target-messages.ts';
import { releaseHeld } from '../holding/release-held.ts';

const api = testApi({ environment: { ALLOW_PRIVATE_ADDRESSES: 'yes' } });
const endpoint = answering();
const phrases = ['cast iron pan', 'steel pan', 'frying pan', 'skillet'];

test('a chat that lists alerts about keywords of one product names their phrases', async () => {
  const owner = await api.owner();
  endpoint.respond(() => ({}));
  await owner.call(addChannel, { body: { kind: 'discord', name: 'Team', address: `${endpoint.url}/hook` } });
  const { productId } = await buildProductOf(api.worker, owner);
  for (const keyword of phrases) {
    await owner.call(createKeyword, { body: { productId, keyword, absoluteThreshold: 10 } });
  }
  for (const position of [4, 40]) {
    api.clock.advance(hourMs);
    const seen = { productId, aspect: 'searchRank', observedAt: api.clock.now() } as const;
    const ranks = phrases.map((keyword) => ({ ...seen, sku: keyword, facts: { keyword, position, seen: 150 } }));
    await createJudging({ db: api.worker, clock: api.clock }).ingest(owner.tenantId, ranks);
  }

  api.clock.advance(5 * minuteMs);
  const worker = { ...api.ctx, db: api.worker, log: pino({ level: 'silent' }) };
  await releaseHeld(worker);
  await makeUpTargetMessages(worker, ['discord']);
  await sendMessages(worker);

  const texts: string[] = endpoint.asked.map(({ body }) => JSON.parse(body).content);
  expect(texts).toHaveLength(1);
  for (const phrase of phrases) expect(texts[0]).toContain(`Search rank fell “${phrase}”: `);
});
