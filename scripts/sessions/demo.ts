import { seededSellers } from '../../sandbox/src/world/model/seller.ts';
import { confirmAddress } from './confirm-address.ts';
import { productSession } from './product-session.ts';

/** The login of the demo account, printed at every start. */
export const demoLogin = { email: 'demo@watchpost.test', password: 'Watchpost-demo-2026' };

/** The addresses of the product and the sandbox in which the demo runs. */
export interface Stage {
  productUrl: string;
  sandboxUrl: string;
}

/**
 * Creates the demo tenant if it does not exist: signs its owner up and connects the sandbox's sellers through the
 * product's API, so that all its data come about as those of a customer.
 */
export async function ensureDemoTenant({ productUrl, sandboxUrl }: Stage): Promise<void> {
  const session = productSession(productUrl);
  if (await session.logIn(demoLogin)) {
    return;
  }
  await session.signUp({ ...demoLogin, firstName: 'Dana', lastName: 'Demo', companyName: 'Demo Brands' });
  await confirmAddress(session, { sandboxUrl, email: demoLogin.email });
  for (const seller of seededSellers) {
    if (!seller.isSpare) {
      await session.connectSeller(seller);
    }
  }
}
