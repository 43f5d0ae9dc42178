import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { buildProduct, catalogFacts, listingFacts, offersFacts } from '../../../../../testing/database/factories.ts';
import { toldProduct } from '../../../../../testing/mails/told-product.ts';
import { setIncident } from '../../../triage/incidents.ts';
import type { ChannelNews } from '../../transports/channel-news.ts';
import { slack } from '../../transports/channels/slack.ts';
import { webhook } from '../../transports/channels/webhook.ts';

const { watched, tell } = toldProduct();
const { clock, observe } = watched;

const see = ({ isLost = false, hasPrime = true }) => {
  const others = [{ sellerId: 'A2UKR47RHS0DCY', cents: 2990, wins: isLost }];
  const { offers, ...facts } = offersFacts({ sellerKey: watched.tenant.sellerKey, others });
  const seen = offers.map((offer) => ({ ...offer, isPrime: offer.isMine && hasPrime }));
  return observe({ aspect: 'offers', facts: { ...facts, offers: seen } });
};

test('mails about later members of an incident continue its first mail, and say what causes what', async () => {
  await see({});
  clock.advance(hourMs);
  await see({ hasPrime: false });
  const [first] = await tell();
  expect(first).toMatchObject({ subject: expect.stringContaining('Prime lost') });
  expect(first?.inReplyTo).toBeUndefined();

  clock.advance(30 * minuteMs);
  await see({ isLost: true, hasPrime: false });
  expect(await tell()).toMatchObject([
    {
      subject: expect.stringContaining('buy box lost'),
      inReplyTo: first?.messageId,
      references: first?.messageId,
      text: expect.stringContaining('It is the cause of: Prime lost'),
    },
  ]);

  clock.advance(hourMs);
  await see({ isLost: true });
  clock.advance(hourMs);
  await see({ isLost: true, hasPrime: false });
  const [again] = await tell();
  expect(again?.text).toContain('Because the buy box is lost');
  expect(again?.inReplyTo).toBeDefined();
});

test.each([
  ['that the plan lacks', sql`suppressed_types = '{lostBuybox}'`],
  ['that is in preview', sql`group_statuses = '{"lostBuybox": 20}'`],
  ['that is hidden', sql`group_statuses = '{"lostBuybox": 21}'`],
])('a mail explains a problem by none of a kind %s', async (_kind, change) => {
  const { db, tenant } = watched;
  await sql`update tenants set ${change} where tenant_id = ${tenant.tenantId}`.execute(db.global);
  await see({});
  clock.advance(hourMs);
  await see({ isLost: true });
  clock.advance(hourMs);
  await see({ isLost: true, hasPrime: false });

  const [mail] = await tell();

  expect(mail?.subject).toContain('Prime lost');
  expect(mail?.text).not.toContain('buy box is lost');
});

test.each([
  ['removed', sql`removed_at = '2026-11-20'`],
  ['muted', sql`muted_until = '2100-01-01'`],
  ['marked as done', sql`issue_status = 3`],
])('a mail explains a problem by none that people have %s before', async (_what, change) => {
  const { db, tenant, productId } = watched;
  await see({});
  clock.advance(hourMs);
  await see({ isLost: true });
  await tell();
  clock.advance(hourMs);
  await see({ isLost: true, hasPrime: false });
  await db.tenant(tenant.tenantId, (tx) =>
    sql`
      update items
         set ${change}
       where tenant_id = ${tenant.tenantId}
         and item_id = ${`lostBuybox-${productId}`}`.execute(tx),
  );

  const [mail] = await tell();

  expect(mail?.subject).toContain('Prime lost');
  expect(mail?.text).not.toContain('buy box is lost');
});

test('a mail about the end of a problem continues the mail about the problem', async () => {
  await see({});
  clock.advance(hourMs);
  await see({ isLost: true });
  const [problem] = await tell();
  clock.advance(hourMs);
  await see({});
  clock.advance(12 * hourMs);
  expect(await tell()).toMatchObject([
    { subject: expect.stringMatching(/^Improvement: /), inReplyTo: problem?.messageId, references: problem?.messageId },
  ]);
});

test.each([
  ['of the same product', async () => watched.productId],
  ['of different products', () => buildProduct(watched.db, { tenant: watched.tenant, judging: watched.judging() })],
])('a mail about a later member of an incident joined by hand %s continues the earliest', async (_of, find) => {
  const { db, tenant, productId } = watched;
  const earliestId = await find();
  const seePage = (facts: ReturnType<typeof catalogFacts>) => {
    const page = { productId: earliestId, aspect: 'catalog', sku: '', observedAt: clock.now(), facts } as const;
    return watched.judging().ingest(tenant.tenantId, [page]);
  };
  await seePage(catalogFacts());
  await see({});
  clock.advance(hourMs);
  await seePage(catalogFacts({ images: [] }));
  const [earliest] = await tell();
  clock.advance(hourMs);
  await see({ isLost: true });
  expect(await tell()).toHaveLength(1);
  const watchDogIds = [`imageMissing-${earliestId}`, `lostBuybox-${productId}`];
  await setIncident({ db, clock }, tenant.owner, { watchDogIds, incidentId: 'new' });

  clock.advance(hourMs);
  await see({ isLost: true, hasPrime: false });
  expect(await tell()).toMatchObject([{ inReplyTo: earliest?.messageId, references: earliest?.messageId }]);
});

const news: ChannelNews = {
  at: new Date('2026-11-20T08:00:00Z'),
  type: 'prime',
  colour: 'RED',
  message: 'Your offer no longer has Prime',
  from: 'Prime',
  to: 'No Prime',
  evidence: [],
  productId: '4711',
  productName: 'Kettle',
  asin: 'B0C7XK4M2P',
  marketplace: 'US',
  sellerAccountId: '12',
  sellerAccountName: 'Larkhollow US',
};
const membership = {
  incidentId: '77',
  problems: ['prime', 'lostBuybox'].map((type) => ({ type, mayCause: true })),
  common: '',
  text: 'Because the buy box is lost',
  isAddition: true,
};

test('a webhook and a hook get the incident of an alert, and a chat says again what is the cause', () => {
  const publicUrl = 'https://watch.example';
  const { data } = JSON.parse(webhook.alert([{ ...news, membership }], publicUrl));
  const incident = {
    id: '77',
    cause: 'lostBuybox',
    watchdogs: ['lostBuybox', 'prime'],
    text: 'Because the buy box is lost',
  };
  expect(data.incident).toEqual({ ...incident, isAddition: true });
  const hooked = { ...news, membership, hook: { alertId: '1795168800000-1' } };
  expect(JSON.parse(webhook.alert([hooked], publicUrl)).incident).toEqual(incident);
  expect(JSON.parse(webhook.alert([news], publicUrl)).data.incident).toBeNull();
  expect(slack.alert([{ ...news, membership }], publicUrl)).toContain(
    'Again about an incident told before. Because the buy box is lost',
  );
});

test.each([
  [3, null],
  [0, 'Because no stock of your own is left'],
])(
  'stock of %i units is the cause of an issue that people joined to it only if none is left',
  async (quantity, text) => {
    const { db, tenant, productId } = watched;
    await see({});
    await observe({ aspect: 'listing', facts: listingFacts({ ownQuantity: 20 }) });
    await db.tenant(tenant.tenantId, (tx) =>
      sql`
      update items
         set settings = '{"alertThreshold": 5}'
       where tenant_id = ${tenant.tenantId}
         and item_id = ${`fbmInventory-${productId}`}`.execute(tx),
    );
    clock.advance(hourMs);
    await see({ hasPrime: false });
    await observe({ aspect: 'listing', facts: listingFacts({ ownQuantity: quantity }) });
    const watchDogIds = [`fbmInventory-${productId}`, `prime-${productId}`];
    await setIncident({ db, clock }, tenant.owner, { watchDogIds, incidentId: 'new' });

    const [mail] = await tell();
    expect(/Because .*/.exec(mail?.text ?? '')?.[0] ?? null).toBe(text);
  },
);
