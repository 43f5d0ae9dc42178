import type { FastifyInstance } from 'fastify';
import { parseConsent, type ConsentRequest } from './consent-request.ts';
import { sendCancelled, sendConsent, sendProblem } from './consent-page.ts';
import type { Seller } from '../world/model/seller.ts';
import { sellersOf, type RegionDeps } from './deps.ts';
import { withQuery } from './redirect.ts';

/** Path of the registered redirect address, used if the product names none. */
const registeredRedirectPath = '/api/identity/amazon/authorization/callback';

/** Authorization started at the product: the seller confirms here and is redirected back with a code. */
export function consent(deps: RegionDeps): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.get('/apps/authorize/consent', (request, reply) => {
      const parsed = parseConsent(request.query, deps);
      if (!parsed.ok) return sendProblem(reply, deps.region, parsed.problem);
      return sendConsent(reply, { deps, sellers: sellersOf(deps), request: parsed.request });
    });

    app.post('/apps/authorize/consent', (request, reply) => {
      const parsed = parseConsent(request.body, deps);
      if (!parsed.ok) return sendProblem(reply, deps.region, parsed.problem);
      if (parsed.request.isCancelled) return sendCancelled(reply, deps);
      const seller = sellersOf(deps).find((one) => one.sellingPartnerId === parsed.request.sellingPartnerId);
      if (!seller) {
        const text = 'Choose one of the seller accounts of this region.';
        return sendProblem(reply, deps.region, { code: 'MD9100', text });
      }
      return reply.redirect(destination(deps, parsed.request, seller), 302);
    });
  };
}

function destination(deps: RegionDeps, request: ConsentRequest, seller: Seller): string {
  const { redirectUri, state } = request;
  const code = deps.codes.issue({ sellingPartnerId: seller.sellingPartnerId, redirectUri });
  return withQuery(redirectUri ?? `${deps.watchpostUrl}${registeredRedirectPath}`, {
    state,
    selling_partner_id: seller.sellingPartnerId,
    spapi_oauth_code: code,
  });
}
