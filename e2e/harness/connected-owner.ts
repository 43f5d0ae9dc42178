import { seededSellers } from '../../sandbox/src/world/model/seller.ts';
import { confirmAddress } from '../../scripts/sessions/confirm-address.ts';
import { productSession } from '../../scripts/sessions/product-session.ts';
import type { NewOwner, ProductSession } from '../../scripts/sessions/product-session.ts';
import { waitUntil } from '../../scripts/processes/wait-until.ts';
import type { TestHouse } from './house.ts';
import { worldOf } from './watched-product.ts';

export interface SignedUpOwner {
  owner: NewOwner;
  /** The owner's session at the product's API. */
  session: ProductSession;
}

const WATCHED_WITHIN_MS = 120_000;

/** Signs an owner up, connects the spare seller, and waits until every watchdog has judged every product. */
export async function connectedOwner({ url, sandbox }: TestHouse, owner: NewOwner): Promise<SignedUpOwner> {
  const session = productSession(url);
  const spare = seededSellers.find((seller) => seller.isSpare);
  if (spare === undefined) {
    throw new Error('The sandbox has no spare seller');
  }
  await session.signUp(owner);
  if (sandbox !== null) await confirmAddress(session, { sandboxUrl: sandbox.url, email: owner.email });
  await session.connectSeller(spare);
  await waitUntil(`${owner.email} sees all products looked at`, WATCHED_WITHIN_MS, async () => {
    const { products, items } = await worldOf(session);
    return products.length > 0 && items.every((item) => item.status !== 99);
  });
  return { owner, session };
}
