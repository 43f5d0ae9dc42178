import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { html } from '../http/html.ts';
import { sendPage } from '../http/page.ts';
import type { ConsentProblem } from './consent-request.ts';
import { sellerCentralBar, sellerChoice, sendProblem } from './consent-page.ts';
import { regionNames, sellersOf, type RegionDeps } from './deps.ts';
import { isRegisteredRedirect, withQuery } from './redirect.ts';

const chosen = z.object({ selling_partner_id: z.string() });
const confirmation = z.object({
  redirect_uri: z.string().check(z.minLength(1)),
  amazon_state: z.string().check(z.minLength(1)),
  state: z.string().check(z.minLength(1)),
});

/** Marketplace-started workflow: the seller begins here, signs up at the product, and the product comes back to confirm. */
export function appstore(deps: RegionDeps): (app: FastifyInstance) => Promise<void> {
  const sellers = sellersOf(deps);
  /** amazon_state → the seller who set out with it. */
  const started = new Map<string, string>();

  return async (app) => {
    app.get('/appstore', (_request, reply) => {
      const body = html`${sellerCentralBar(deps.region)}
        <main>
          <form class="panel" action="${deps.prefix}/appstore/authorize">
            <h1>Watchpost</h1>
            <p class="dim">
              Watches your products in ${regionNames[deps.region]} and tells you when something happens.
            </p>
            ${sellerChoice(sellers)}
            <button class="primary" type="submit">Authorize Watchpost</button>
          </form>
        </main>`;
      return sendPage(reply, { title: 'Watchpost · Sandbox Appstore', body });
    });

    app.get('/appstore/authorize', (request, reply) => {
      const query = chosen.safeParse(request.query);
      const seller = sellers.find((one) => query.success && one.sellingPartnerId === query.data.selling_partner_id);
      if (!seller) return sendProblem(reply, deps.region, problem('Choose one of the seller accounts of this region.'));
      const amazonState = deps.newId();
      started.set(amazonState, seller.sellingPartnerId);
      const callback = `${deps.publicUrl()}${deps.prefix}/apps/authorize/confirm/${deps.applicationId}`;
      return reply.redirect(
        withQuery(`${deps.watchpostUrl}/signup`, {
          amazon_callback_uri: callback,
          amazon_state: amazonState,
          selling_partner_id: seller.sellingPartnerId,
        }),
      );
    });

    app.get<{ Params: { applicationId: string } }>('/apps/authorize/confirm/:applicationId', (request, reply) => {
      const query = confirmation.safeParse(request.query);
      if (request.params.applicationId !== deps.applicationId || !query.success) {
        return sendProblem(reply, deps.region, problem('The application or one of its parameters is missing.'));
      }
      const { redirect_uri: redirectUri, amazon_state: amazonState, state } = query.data;
      const sellingPartnerId = started.get(amazonState);
      if (sellingPartnerId === undefined) {
        return sendProblem(
          reply,
          deps.region,
          problem('This authorization was not started here, or was used already.'),
        );
      }
      if (!isRegisteredRedirect(redirectUri, deps.watchpostUrl)) {
        const text = `“${redirectUri}” is not a redirect address of this application.`;
        return sendProblem(reply, deps.region, { code: 'MD5101', text });
      }
      started.delete(amazonState);
      const code = deps.codes.issue({ sellingPartnerId, redirectUri });
      return reply.redirect(
        withQuery(redirectUri, { state, selling_partner_id: sellingPartnerId, spapi_oauth_code: code }),
      );
    });
  };
}

const problem = (text: string): ConsentProblem => ({ code: 'MD9100', text });
