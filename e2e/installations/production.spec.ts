import { withClient } from '../../scripts/postgres/database.ts';
import { productSession } from '../../scripts/sessions/product-session.ts';
import { expect, test } from '../harness/fixtures.ts';
import type { TestHouse } from '../harness/house.ts';
import { productPicker } from '../harness/watched-product.ts';
import { beginToWatch, seeAlert } from '../main-journey.ts';

test.use({ kind: 'production' });

test('in production, with TLS on every way, a person signs up, connects an account and gets an alert by mail', async ({
  page,
  sandbox,
  house,
}) => {
  const owner = {
    email: 'petra@watchpost.test',
    password: 'Long-enough-1',
    firstName: 'Petra',
    lastName: 'Production',
    companyName: 'Marrowby',
  };
  const journey = { page, sandbox, house, owner };
  await beginToWatch(journey);
  const session = productSession(house.url);
  await session.logIn(owner);
  const product = await productPicker(sandbox, new Set())(session);
  // Waits for the subscription to offer changes. Without a notification, the next sweep at production periods is too
  // late.
  await expect.poll(() => read(house, announcedOffers)).not.toEqual([]);
  const kind = { type: 'sellerJoined', title: 'Number of Sellers', subject: /^Alert: new seller, / };
  await seeAlert(journey, kind, product);

  const answer = await page.reload();
  expect(await answer?.headerValue('strict-transport-security')).toContain('max-age=31536000');
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
  const ofHost = cookies.filter(({ name }) => name.startsWith('__Host-watchpost_')).map(({ name }) => name);
  expect(ofHost.toSorted().map((name) => name.slice('__Host-watchpost_'.length))).toEqual([
    'browser',
    'csrf',
    'login',
    'session',
  ]);
  for (const path of ['/sandbox/world', '/sandbox/mail', '/seller-central-na/apps/authorize/consent', '/sqs']) {
    expect((await fetch(`${house.url}${path}`, { method: 'POST' })).status, path).toBe(404);
  }
  expect(await read(house, productConnections)).toEqual([
    { user: 'watchpost_api', version: 'TLSv1.3' },
    { user: 'watchpost_worker', version: 'TLSv1.3' },
  ]);
});

const announcedOffers = "select from subscriptions where notification_type = 'ANY_OFFER_CHANGED'";
const productConnections = `
  select distinct usename as user, version
    from pg_stat_ssl join pg_stat_activity using (pid)
   where usename <> 'postgres'
   order by usename`;

const read = ({ superuserUrl = '' }: TestHouse, text: string): Promise<unknown[]> =>
  withClient(superuserUrl, async (client) => (await client.query(text)).rows);
