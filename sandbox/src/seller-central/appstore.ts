import { regionCodes } from '@app/shared/base/marketplaces.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { html } from '../http/html.ts';
import { sendPage } from '../http/page.ts';
import { foreignRedirect, type ConsentProblem } from './consent-request.ts';
import { sellerCentralBar, sellerChoice, sendProblem } from './consent-page.ts';
import { regionNames, sellersOf, type RegionDeps } from './deps.ts';
import { isRegisteredRedirect, withQuery } from './redirect.ts';

const chosen = z.object({ selling_partner_id: z.string() });
const confirmation = z.object({
  redirect_uri: z.string().check(z.minLength(1)),
  amazon_state: z.string().check(z.minLength(1)),
  state: z.string().check(z.minLength(1)),
});

/** Authorization started at the app store: the seller signs up at the product, which redirects back to confirm. */
export function appstore(deps: RegionDeps): (app: FastifyInstance) => Promise<void> {
  /** Started authorizations: `amazon_state` → selling partner id. */
  const started = new Map<string, string>();
  return async (app) => {
    app.get('/appstore', (_request, reply) => sendAppstore(reply, deps));

    app.get('/appstore/authorize', (request, reply) => {
      const query = chosen.safeParse(request.query);
      const seller = sellersOf(deps).find((one) => one.sellingPartnerId === query.data?.selling_partner_id);
      if (!seller)
        return sendProblem(reply, deps.region, problemWith('Choose one of the seller accounts of this region.'));
      const amazonState = deps.newId();
      started.set(amazonState, seller.sellingPartnerId);
      return reply.redirect(signUpAddress(deps, { amazonState, sellingPartnerId: seller.sellingPartnerId }));
    });

    app.get<{ Params: { applicationId: string } }>('/apps/authorize/confirm/:applicationId', (request, reply) => {
      const checked = checkConfirmation({ query: request.query, params: request.params, deps, started });
      if (!checked.ok) return sendProblem(reply, deps.region, checked.problem);
      const { redirectUri, state, sellingPartnerId } = checked;
      started.delete(checked.amazonState);
      const code = deps.codes.issue({ sellingPartnerId, redirectUri });
      return reply.redirect(
        withQuery(redirectUri, { state, selling_partner_id: sellingPartnerId, spapi_oauth_code: code }),
      );
    });
  };
}

function sendAppstore(reply: FastifyReply, deps: RegionDeps): FastifyReply {
  const others = regionCodes.filter((region) => region !== deps.region);
  const body = html`${sellerCentralBar(deps.region)}
    <main>
      <form class="panel" action="${deps.prefix}/appstore/authorize">
        <h1>Watchpost</h1>
        <p class="dim">Watches your products in ${regionNames[deps.region]} and tells you when something happens.</p>
        ${sellerChoice(sellersOf(deps))}
        <button class="primary" type="submit">Authorize Watchpost</button>
      </form>
      <p class="row small dim">
        Other regions:
        ${others.map((region) => html`<a href="/seller-central-${region.toLowerCase()}/appstore">${regionNames[region]}</a>`)}
      </p>
    </main>`;
  return sendPage(reply, { title: 'Watchpost · Sandbox Appstore', body });
}

/** The product's sign-up address, with the parameters that it must return. */
function signUpAddress(deps: RegionDeps, start: { amazonState: string; sellingPartnerId: string }): string {
  return withQuery(`${deps.watchpostUrl}/signup`, {
    amazon_callback_uri: `${deps.publicUrl()}${deps.prefix}/apps/authorize/confirm/${deps.applicationId}`,
    amazon_state: start.amazonState,
    selling_partner_id: start.sellingPartnerId,
  });
}

interface Confirmation {
  query: unknown;
  params: { applicationId: string };
  deps: RegionDeps;
  started: ReadonlyMap<string, string>;
}

type ConfirmationCheck =
  | { ok: true; redirectUri: string; amazonState: string; state: string; sellingPartnerId: string }
  | { ok: false; problem: ConsentProblem };

function checkConfirmation({ query, params, deps, started }: Confirmation): ConfirmationCheck {
  const parsed = confirmation.safeParse(query);
  if (params.applicationId !== deps.applicationId || !parsed.success) {
    return { ok: false, problem: problemWith('The application or one of its parameters is missing.') };
  }
  const { redirect_uri: redirectUri, amazon_state: amazonState, state } = parsed.data;
  const sellingPartnerId = started.get(amazonState);
  if (sellingPartnerId === undefined) {
    return { ok: false, problem: problemWith('This authorization was not started here, or was used already.') };
  }
  if (!isRegisteredRedirect(redirectUri, deps.watchpostUrl)) {
    return { ok: false, problem: foreignRedirect(redirectUri) };
  }
  return { ok: true, redirectUri, amazonState, state, sellingPartnerId };
}

const problemWith = (text: string): ConsentProblem => ({ code: 'MD9100', text });
