import { expect, test } from 'vitest';
import { marketplaces } from '@app/shared/base/marketplaces.ts';
import { openNotificationQueue } from '../src/external/marketplace/notification-queue.ts';
import { firstPromoter } from '../src/external/affiliate/first-promoter.ts';
import { createMarketplace } from '../src/external/marketplace/marketplace.ts';
import { unmetered } from '../src/external/marketplace/calls/buckets.ts';
import { openPages } from '../src/external/pages/open-pages.ts';
import { smtpMailer } from '../src/lib/mail/mailer.ts';
import { leaveProcess } from '../src/lib/leave-process.ts';
import { systemRandom } from '../src/lib/random.ts';
import { testApi } from '../testing/http/api.ts';

const api = testApi();
const nowhere = 'http://127.0.0.1:9';
const insideTransaction = <T>(work: () => Promise<T>): Promise<T> =>
  api.ctx.db.tenant('00000000-0000-4000-8000-000000000000', work);
const soon = () => AbortSignal.timeout(1000);
const keys = { p256dh: '', auth: '' };
const refused = 'was called while a transaction was open';

const ports = () => ({ clock: api.clock, random: systemRandom, buckets: unmetered });

const marketplace = () => {
  const { marketplace: config } = api.ctx.config;
  if (!config) throw new Error('The tests configure a marketplace');
  return createMarketplace({ config, ...ports() });
};

test.each<[string, () => Promise<unknown>]>([
  [
    'an address that a person entered',
    () => api.ctx.publicFetch.fetch(nowhere, { method: 'GET', timeoutMs: 9, maxBytes: 9 }),
  ],
  [
    'the retail pages',
    () =>
      openPages({ provider: 'rainforest', url: nowhere, key: 'k' }, ports()).search({
        place: marketplaces[0],
        keyword: 'kettle',
        wanted: [],
        upTo: 1,
        paid: () => undefined,
      }),
  ],
  [
    'the mail server',
    async () => {
      const mailer = smtpMailer({ url: 'smtp://127.0.0.1:9', from: 'a@example.com', connections: 1 });
      await mailer.send({ to: 'b@example.com', subject: '', text: '', html: '', messageId: '<x@y>' }, soon());
    },
  ],
  [
    'the push service',
    async () => api.ctx.push?.send({ endpoint: nowhere, keys }, { payload: '', isUrgent: false }, soon()),
  ],
  [
    'the reports to the affiliate service',
    () =>
      firstPromoter({ url: nowhere, key: 'k', accountId: 'a' }, ports()).report({
        kind: 'sale',
        uid: 'u',
        eventId: 'e',
        cents: 1,
      }),
  ],
  [
    'the promo codes of affiliates',
    () => firstPromoter({ url: nowhere, key: 'k', accountId: 'a' }, ports()).findPromoCode('x'),
  ],
  ['the marketplace', () => marketplace().exchangeCode({ code: 'c', redirectUri: nowhere })],
  [
    'the notification queue',
    () =>
      openNotificationQueue({
        endpoint: nowhere,
        queue: 'q',
        awsRegion: 'us-east-1',
        credentials: { accessKeyId: 'k', secretAccessKey: 's' },
      }).receive(soon()),
  ],
])('%s is not called while a transaction is open', async (_what, call) => {
  await expect(insideTransaction(call)).rejects.toThrow(refused);
});

test('code that a transaction has started may leave the process after the transaction has ended', async () => {
  const after = Promise.withResolvers<void>();
  let later: Promise<void> | null = null;
  await insideTransaction(async () => {
    later = after.promise.then(() => leaveProcess('Something'));
  });

  after.resolve();

  await expect(later).resolves.toBeUndefined();
});
