import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { html } from '../http/html.ts';
import { sendPage } from '../http/page.ts';
import type { AuthorizationCodes } from '../lwa/codes.ts';
import { sellerChoice } from '../seller-central/consent-page.ts';
import { isRegisteredRedirect, withQuery } from '../seller-central/redirect.ts';
import { endpointOf, type Endpoint } from '../world/model/seller.ts';
import type { World } from '../world/world.ts';

interface ConsentDeps {
  readonly clientId: string;
  readonly watchpostUrl: string;
  readonly world: World;
  readonly codes: AuthorizationCodes;
  readonly endpoint: Endpoint;
  readonly prefix: string;
}

const registeredPath = '/api/identity/ad-connect';

const query = z.object({
  client_id: z.string(),
  scope: z.literal('advertising::campaign_management'),
  response_type: z.literal('code'),
  redirect_uri: z.string(),
  state: z.string().check(z.minLength(1)),
});
type Query = z.output<typeof query>;
const decision = z.object({ ...query.shape, decision: z.string(), selling_partner_id: z.optional(z.string()) });

/** The page of Amazon on which an advertiser lets an application act for it. */
export function consent(deps: ConsentDeps): (app: FastifyInstance) => Promise<void> {
  const sellers = () => deps.world.sellers.filter(({ region }) => endpointOf(region) === deps.endpoint);
  return async (app) => {
    app.get('/ap/oa', (request, reply) => {
      const parsed = query.safeParse(request.query);
      if (!parsed.success || !isKnown(parsed.data, deps)) return sendRefusal(reply);
      const body = html`<header class="bar"><b>Sandbox Amazon Advertising</b></header>
        <main>
          <form class="panel" method="post" action="${deps.prefix}/ap/oa">
            <h1>Allow Watchpost to see your advertising</h1>
            <p class="dim">Watchpost asks for the reports of your Sponsored Products campaigns.</p>
            ${Object.entries(parsed.data).map(
              ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
            )}
            ${sellerChoice(sellers())}
            <div class="row">
              <button class="primary" type="submit" name="decision" value="allow">Allow</button>
              <button type="submit" name="decision" value="deny">Cancel</button>
            </div>
          </form>
          <p class="dim small">This page stands in for Amazon. Nothing here reaches a real advertising account.</p>
        </main>`;
      return sendPage(reply, { title: 'Allow Watchpost · Sandbox Amazon Advertising', body });
    });

    app.post('/ap/oa', (request, reply) => {
      const parsed = decision.safeParse(request.body);
      if (!parsed.success || !isKnown(parsed.data, deps)) return sendRefusal(reply);
      const { redirect_uri: redirectUri, state } = parsed.data;
      if (parsed.data.decision !== 'allow') {
        const denied = { error: 'access_denied', error_description: 'Access not permitted.', state };
        return reply.redirect(withQuery(redirectUri, denied), 302);
      }
      const seller = sellers().find((one) => one.sellingPartnerId === parsed.data.selling_partner_id);
      if (!seller) return sendRefusal(reply);
      const code = deps.codes.issue({ sellingPartnerId: seller.sellingPartnerId, redirectUri });
      const scope = 'advertising::campaign_management';
      return reply.redirect(withQuery(redirectUri, { code, scope, state }), 302);
    });
  };
}

const isKnown = (given: Query, { clientId, watchpostUrl }: ConsentDeps): boolean =>
  given.client_id === clientId &&
  isRegisteredRedirect(given.redirect_uri, watchpostUrl) &&
  new URL(given.redirect_uri).pathname === registeredPath;

const sendRefusal = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, {
    title: 'Error · Sandbox Amazon Advertising',
    status: 400,
    body: html`<main>
      <div class="panel">
        <h1>We cannot continue with this request</h1>
        <p class="notice">The application, its address, the scope or the state is unknown or missing.</p>
      </div>
    </main>`,
  });
