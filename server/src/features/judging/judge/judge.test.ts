import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { buildTenant, catalogFacts, listingFacts, offersFacts } from '../../../../testing/database/factories.ts';
import { watchedProduct } from '../../../../testing/observing/watched-product.ts';
import { readWorldChange, worldChannel } from '../../../lib/db/world-version.ts';
import { endMutes, judgeDue } from '../due.ts';
import { putSettings } from '../../triage/settings.ts';
import { bulkSetIssueStatus, muteItem, setIssueStatus } from '../../triage/triage.ts';

const watched = watchedProduct();
const { clock, observe, item } = watched;

const later = (): Date => {
  clock.advance(minuteMs);
  return clock.now();
};

async function flips(type: string) {
  const { rows } = await watched.db.tenant(watched.tenant.tenantId, (tx) =>
    sql<{ from: number; to: number; colour: string; mails: string }>`
      select f.from_status as "from", f.to_status as "to", f.colour,
             (select count(*) from deliveries d
               where d.tenant_id = ${watched.tenant.tenantId} and d.flip_at = f.at and d.flip_id = f.flip_id
                 and d.state <> 'dropped') as mails
        from flips f
       where f.tenant_id = ${watched.tenant.tenantId}
         and f.item_id = ${`${type}-${watched.productId}`}
       order by f.revision`.execute(tx),
  );
  return rows;
}

const noImage = { aspect: 'catalog', facts: catalogFacts({ images: [] }) } as const;
const image = { aspect: 'catalog', facts: catalogFacts() } as const;
const offers = (given: Partial<Parameters<typeof offersFacts>[0]> = {}) =>
  ({ aspect: 'offers', facts: offersFacts({ sellerKey: watched.tenant.sellerKey, ...given }) }) as const;

test('a product begins with every watchdog initializing', async () => {
  expect(await item('imageMissing')).toMatchObject({ status: 99 });
  expect(await item('price')).toMatchObject({ status: 99 });
});

test('a first observation without a problem makes the item ok and is no news', async () => {
  await observe(image);

  expect(await item('imageMissing')).toMatchObject({ status: 0 });
  expect(await flips('imageMissing')).toEqual([]);
});

test('a kind that alerts about a state judges its first observation', async () => {
  await observe(noImage);

  expect(await item('imageMissing')).toMatchObject({ status: 2, issueStatus: 0 });
  expect(await flips('imageMissing')).toEqual([{ from: 99, to: 2, colour: 'RED', mails: '1' }]);
});

test('browsers are told at once of a flip, and later of changes without one', async () => {
  const changes: boolean[] = [];
  watched.db.onAnnounced(({ channel, payload }) => {
    if (channel === worldChannel) changes.push(readWorldChange(payload).isQuiet);
  });

  await observe(image);
  await observe(noImage, later());

  expect(changes).toEqual([true, false]);
});

test('an observation of the same facts writes nothing and is no news', async () => {
  await observe(noImage);
  const before = await item('imageMissing');

  const result = await observe(noImage, later());

  expect(result).toEqual({ changed: [], flips: 0 });
  expect(await item('imageMissing')).toEqual(before);
});

test('an older observation never overwrites a newer one', async () => {
  const early = clock.now();
  await observe(image, later());

  await observe(noImage, early);

  expect(await item('imageMissing')).toMatchObject({ status: 0 });
});

test('a message older than the last complete pass of its source is not news', async () => {
  await observe(image);
  const lateEvent = later();
  await watched.db.tenant(watched.tenant.tenantId, (tx) =>
    sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
      values (${watched.tenant.tenantId}, ${watched.tenant.sellerAccountId}, 'US', 'catalog-items', ${later()}, ${later()})`.execute(
      tx,
    ),
  );

  await observe(noImage, lateEvent);

  expect(await item('imageMissing')).toMatchObject({ status: 0 });
});

test('going back to ok is recorded, and resets the issue status', async () => {
  await observe(noImage);
  await setIssueStatus(watched, watched.tenant.owner, { watchDogId: `imageMissing-${watched.productId}`, status: 2 });

  await observe(image, later());

  expect(await item('imageMissing')).toMatchObject({ status: 0, issueStatus: 0 });
  expect(await flips('imageMissing')).toMatchObject([{ to: 2 }, { from: 2, to: 0, colour: 'GREEN', mails: '0' }]);
});

test('another subject on a red item is news and new again', async () => {
  await observe(offers());
  await observe(offers({ others: [{ sellerId: 'A1HIJACKER', cents: 3390 }] }), later());
  await setIssueStatus(watched, watched.tenant.owner, {
    watchDogId: `numberOfSellers-${watched.productId}`,
    status: 1,
  });

  await observe(
    offers({
      others: [
        { sellerId: 'A1HIJACKER', cents: 3390 },
        { sellerId: 'A2HIJACKER', cents: 3290 },
      ],
    }),
    later(),
  );

  expect(await item('numberOfSellers')).toMatchObject({ status: 2, issueStatus: 0 });
  expect(await flips('numberOfSellers')).toMatchObject([
    { from: 0, to: 2, mails: '1' },
    { from: 2, to: 2, mails: '1' },
  ]);
});

test('when one of two subjects ends, the item shows it and it is no news', async () => {
  const [first, second] = [
    { sellerId: 'A1HIJACKER', cents: 3390 },
    { sellerId: 'A2HIJACKER', cents: 3290 },
  ];
  await observe(offers());
  await observe(offers({ others: [first, second] }), later());
  await setIssueStatus(watched, watched.tenant.owner, {
    watchDogId: `numberOfSellers-${watched.productId}`,
    status: 1,
  });

  const { changedAt } = (await item('numberOfSellers')) ?? {};
  await observe(offers({ others: [second] }), later());

  expect(changedAt).toBeInstanceOf(Date);
  expect(await item('numberOfSellers')).toMatchObject({
    status: 2,
    issueStatus: 1,
    changedAt,
    message: 'Seller A2HIJACKER now sells this product too',
  });
  expect(await flips('numberOfSellers')).toHaveLength(1);
});

test('price changes are recorded, and mailed only if somebody has turned them on', async () => {
  await observe(offers());
  await observe(offers({ ownCents: 2490 }), later());

  expect(await item('price')).toMatchObject({ status: 2 });
  expect(await flips('price')).toEqual([{ from: 0, to: 2, colour: 'RED', mails: '0' }]);
});

test('a price that falls, recovers and falls to the same value alerts both times', async () => {
  await watched.db.tenant(watched.tenant.tenantId, (tx) =>
    sql`
      update email_addresses
         set alert_settings = '{"PRICE": ["RED"]}'
       where tenant_id = ${watched.tenant.tenantId}`.execute(tx),
  );

  for (const ownCents of [3490, 2490, 3490, 2490]) await observe(offers({ ownCents }), later());

  expect(await flips('price')).toEqual([
    { from: 0, to: 2, colour: 'RED', mails: '1' },
    { from: 2, to: 0, colour: 'GREEN', mails: '0' },
    { from: 0, to: 2, colour: 'RED', mails: '1' },
  ]);
});

test('the alert of a recent change ends with its window though nothing changes', async () => {
  await observe(offers());
  await observe(offers({ ownCents: 2490 }), later());

  clock.advance(8 * 24 * 60 * minuteMs);
  await judgeDue(watched);

  expect(await item('price')).toMatchObject({ status: 0 });
});

test('a muted item flips and nobody receives it', async () => {
  await muteItem(watched, watched.tenant.owner, { id: `imageMissing-${watched.productId}`, minutes: 1440 });

  await observe(noImage);

  expect(await flips('imageMissing')).toEqual([{ from: 99, to: 2, colour: 'RED', mails: '0' }]);
});

test('a problem that begins after a mute has run out is told, even before a worker has ended the mute', async () => {
  await muteItem(watched, watched.tenant.owner, { id: `imageMissing-${watched.productId}`, minutes: 60 });
  clock.advance(60 * minuteMs);

  await observe(noImage);

  expect(await flips('imageMissing')).toEqual([{ from: 99, to: 2, colour: 'RED', mails: '1' }]);
});

test('a mute ends by itself and raises the version of the world', async () => {
  await muteItem(watched, watched.tenant.owner, { id: `imageMissing-${watched.productId}`, minutes: 60 });
  const muted = await item('imageMissing');

  clock.advance(61 * minuteMs);
  await endMutes(watched);

  const ended = await item('imageMissing');
  expect(ended?.mutedUntil).toBeNull();
  expect(BigInt(ended?.version ?? 0)).toBeGreaterThan(BigInt(muted?.version ?? 0));
});

test('muting for fewer than 1 minute unmutes', async () => {
  await muteItem(watched, watched.tenant.owner, { id: `imageMissing-${watched.productId}`, minutes: 60 });
  await muteItem(watched, watched.tenant.owner, { id: `imageMissing-${watched.productId}`, minutes: 0 });

  expect((await item('imageMissing'))?.mutedUntil).toBeNull();
});

test('only an open issue that is not muted changes its issue status', async () => {
  const triage = { watchDogId: `imageMissing-${watched.productId}`, status: 1 };
  await observe(image);
  await expect(setIssueStatus(watched, watched.tenant.owner, triage)).rejects.toMatchObject({
    code: 'issueStatusLocked',
  });

  await observe(noImage, later());
  await muteItem(watched, watched.tenant.owner, { id: triage.watchDogId, minutes: 60 });
  await expect(setIssueStatus(watched, watched.tenant.owner, triage)).rejects.toMatchObject({
    code: 'issueStatusLocked',
  });
});

test('a bulk change with one unknown id changes nothing', async () => {
  await observe(noImage);
  const known = `imageMissing-${watched.productId}`;

  const change = bulkSetIssueStatus(watched, watched.tenant.owner, {
    issueStatus: 1,
    watchDogIds: [known, 'imageMissing-999999999'],
  });

  await expect(change).rejects.toMatchObject({ code: 'notFound' });
  expect(await item('imageMissing')).toMatchObject({ issueStatus: 0 });
});

test("another tenant's item is not found", async () => {
  const other = await buildTenant(watched.db);

  const mute = muteItem(watched, other.owner, { id: `imageMissing-${watched.productId}`, minutes: 60 });

  await expect(mute).rejects.toMatchObject({ code: 'notFound' });
});

test('a seller that is added to the whitelist is no issue any more', async () => {
  await observe(offers());
  await observe(offers({ others: [{ sellerId: 'A1PARTNER', cents: 3390 }] }), later());
  await putSettings(watched, watched.tenant.owner, {
    type: 'numberOfSellers',
    settings: { whitelist: { US: [{ value: 'A1PARTNER' }] } },
  });

  await judgeDue(watched);

  expect(await item('numberOfSellers')).toMatchObject({ status: 0 });
});

test("an offer of another of the tenant's seller accounts is no new seller, until that account is deleted", async () => {
  const { db, tenant } = watched;
  const sister = 'A1SISTER';
  await sql`
    insert into seller_accounts (
      tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
    )
    values (${tenant.tenantId}, ${sister}, 'EU', 'Sister', 'no token', '123456', now(), now(), 0)`.execute(db.global);
  const seen = { others: [{ sellerId: sister, cents: 3390 }] };
  await observe(offers());
  await observe(offers(seen), later());
  expect(await item('numberOfSellers')).toMatchObject({ status: 0 });

  await sql`
    update seller_accounts set deleted_at = ${later()}
     where tenant_id = ${tenant.tenantId} and selling_partner_id = ${sister}`.execute(db.global);
  await observe(offers({ ...seen, ownCents: 3480 }), later());

  expect(await item('numberOfSellers')).toMatchObject({ status: 2 });
});

test('a suspended listing alerts and its restoration is recorded', async () => {
  await observe({ aspect: 'listing', facts: listingFacts() });
  await observe({ aspect: 'listing', facts: listingFacts({ status: [] }) }, later());
  await observe({ aspect: 'listing', facts: listingFacts() }, later());

  expect(await flips('listingSuspended')).toMatchObject([{ to: 2 }, { from: 2, to: 0 }]);
});
