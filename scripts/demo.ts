import { seededSellers } from '../sandbox/src/world/model/seller.ts';
import { confirmAddress } from './confirm-address.ts';
import { productSession } from './product-session.ts';

/** The login of the demonstration, printed at every start. */
export const demoLogin = { email: 'demo@watchpost.test', password: 'Watchpost-demo-2026' };

/** Where the demonstration takes place. */
export interface Stage {
  productUrl: string;
  sandboxUrl: string;
}

/**
 * Sets the demo tenant up unless it is there: signs its owner up and connects the sandbox's sellers, by the product's
 * own calls, so that everything on its dashboard came about as a customer's would.
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
