import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { withClient } from '../../../scripts/postgres/database.ts';
import { productSession, type ProductSession } from '../../../scripts/sessions/product-session.ts';
import { hintIds } from '../../../web/src/features/onboarding/hint-ids.ts';
import type { BenchHouse } from './bench-house.ts';
import { seedWorld } from './seed-world.ts';

/** Local storage keys that mark all hints as dismissed, as for a user of several days. */
export const dismissedHints = ['manyAsins', 'lightUi', 'syncing', ...hintIds].map((id) => `watchpost.onb.${id}`);

/** Signs up a new owner and seeds a number of watched products, and an incident with the given number of members. */
export async function ownerOfProducts(house: BenchHouse, products: number, members = 0): Promise<ProductSession> {
  const session = productSession(house.url);
  const email = `bench${products}@watchpost.test`;
  await session.signUp({ email, password: 'correct horse 9', firstName: 'B', lastName: 'B', companyName: 'Bench' });
  const types = watchdogs.filter((watchdog) => !watchdog.hasOwnItems).map((watchdog) => watchdog.type);
  await withClient(house.superuserUrl, (client) => seedWorld(client, { email, products, types, members }));
  return session;
}
