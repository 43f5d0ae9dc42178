import type { FastifyInstance } from 'fastify';
import { regionCodes } from '@app/shared/base/marketplaces.ts';
import { acceptForms } from '../http/form-body.ts';
import { appstore } from './appstore.ts';
import { consent } from './consent.ts';
import type { SellerCentralDeps } from './deps.ts';

/** One Seller Central per region, at /seller-central-na, -eu and -in. */
export function sellerCentral(deps: SellerCentralDeps): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    acceptForms(app);
    for (const region of regionCodes) {
      const prefix = `/seller-central-${region.toLowerCase()}`;
      await app.register(consent({ ...deps, region, prefix }), { prefix });
      await app.register(appstore({ ...deps, region, prefix }), { prefix });
    }
  };
}
