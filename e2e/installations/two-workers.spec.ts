import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../harness/fixtures.ts';
import type { TestHouse } from '../harness/house.ts';
import { isAlertAbout } from '../harness/sandbox.ts';
import { row } from '../screens/screens.ts';
import type { WatchedProduct } from '../harness/watched-product.ts';

test.use({ kind: 'twoWorkers' });

const title = 'Listing Suspended';
const workersOf = (house: TestHouse) => (house.processes ?? []).filter((process) => process.name.includes('worker'));

/** Returns the process ids that have logged the end of a sweep. */
function sweepingPids({ logFolder = '' }: TestHouse): Set<number> {
  const lines = readdirSync(logFolder).flatMap((file) => readFileSync(join(logFolder, file), 'utf8').split('\n'));
  const said = lines.filter((line) => line.includes('a pass has ended'));
  return new Set(said.map((line) => Number(/"pid":(\d+)/.exec(line)?.[1])));
}

test('two workers beside one API share the sweeps', async ({ house, open }) => {
  await open('/home');

  const pids = workersOf(house).map((worker) => worker.pid);
  expect(pids).toHaveLength(2);
  await expect.poll(() => sweepingPids(house)).toEqual(new Set(pids));
});

test('when either worker is killed the other one goes on, and nothing is lost or sent twice', async ({
  page,
  house,
  sandbox,
  tenant,
  pick,
}) => {
  const { owner } = tenant;
  await page.goto('/home?view=wd');
  const [first, second] = workersOf(house);

  const before = await pickSome(pick);
  await Promise.all(before.map((product) => sandbox.happen('listingSuspended', product)));
  first?.kill();
  await first?.ended;
  for (const product of before) {
    await expect(row(page, product, title)).toBeVisible();
  }
  await house.startProcess?.(['worker']);
  const after = await pickSome(pick);
  await Promise.all(after.map((product) => sandbox.happen('listingSuspended', product)));
  second?.kill();
  await second?.ended;
  for (const product of after) {
    await expect(row(page, product, title)).toBeVisible();
  }

  for (const product of [...before, ...after]) {
    await sandbox.waitForMail(owner.email, isAlertAbout(product));
    const naming = (await sandbox.mail()).filter(
      (mail) => mail.to.includes(owner.email) && isAlertAbout(product)(mail),
    );
    // A worker that is killed after sending a mail and before recording it leaves the mail to be sent again with the
    // same id.
    expect(new Set(naming.map(({ headers }) => headers.messageId)).size).toBe(1);
  }
});

async function pickSome(pick: () => Promise<WatchedProduct>): Promise<WatchedProduct[]> {
  const products = [];
  for (let count = 0; count < 5; count += 1) {
    products.push(await pick());
  }
  return products;
}
