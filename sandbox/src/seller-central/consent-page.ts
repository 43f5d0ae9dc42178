import type { FastifyReply } from 'fastify';
import type { Region } from '@app/shared/base/marketplaces.ts';
import { html, type Markup } from '../http/html.ts';
import { sendPage } from '../http/page.ts';
import type { ConsentProblem, ConsentRequest } from './consent-request.ts';
import type { Seller } from '../world/model/seller.ts';
import { regionNames, type RegionDeps } from './deps.ts';

export const sellerCentralBar = (region: Region): Markup =>
  html`<header class="bar"><b>Sandbox Seller Central</b><span class="tag">${regionNames[region]}</span></header>`;

interface ConsentPage {
  deps: RegionDeps;
  sellers: readonly Seller[];
  request: ConsentRequest;
}

export function sendConsent(reply: FastifyReply, { deps, sellers, request }: ConsentPage): FastifyReply {
  const body = html`${sellerCentralBar(deps.region)}
    <main>
      <form class="panel" method="post" action="${deps.prefix}/apps/authorize/consent">
        <h1>Authorize Watchpost</h1>
        <p class="dim">
          Watchpost asks to read your listings, prices, offers, orders and notifications in every marketplace of
          ${regionNames[deps.region]}. It cannot change anything, and you can withdraw this at any time.
        </p>
        ${hidden('application_id', request.applicationId)}${hidden('state', request.state)}
        ${hidden('redirect_uri', request.redirectUri)}${hidden('version', request.version)} ${sellerChoice(sellers)}
        <div class="row">
          <button class="primary" type="submit" name="decision" value="confirm">Confirm</button>
          <button type="submit" name="decision" value="cancel">Cancel</button>
        </div>
      </form>
      <p class="dim small">This page stands in for the marketplace. Nothing here reaches a real seller account.</p>
    </main>`;
  return sendPage(reply, { title: `Authorize Watchpost · Sandbox Seller Central ${regionNames[deps.region]}`, body });
}

const hidden = (name: string, value: string | undefined): Markup =>
  value === undefined ? html`` : html`<input type="hidden" name="${name}" value="${value}" />`;

/** One radio button per seller of the region. The first, the spare seller, is preselected. */
export function sellerChoice(sellers: readonly Seller[]): Markup {
  const choices = sellers.map(
    (seller, index) =>
      html`<label class="choice">
        <input
          type="radio"
          name="selling_partner_id"
          value="${seller.sellingPartnerId}"
          required
          ${index === 0 ? html`checked` : html``}
        />
        <span>
          <b>${seller.name}</b>
          <span class="dim small">${seller.marketplaces.join(', ')} · <code>${seller.sellingPartnerId}</code></span>
        </span>
      </label>`,
  );
  return html`<fieldset>
    <legend>Which seller account?</legend>
    ${choices}
  </fieldset>`;
}

export function sendProblem(reply: FastifyReply, region: Region, problem: ConsentProblem): FastifyReply {
  const body = html`${sellerCentralBar(region)}
    <main>
      <div class="panel">
        <h1>We cannot continue with this authorization</h1>
        <p class="notice"><b>Error ${problem.code}.</b> ${problem.text}</p>
        <p class="dim">Go back to the application and try again, or ask its developer about this error.</p>
      </div>
    </main>`;
  return sendPage(reply, { title: `Error ${problem.code} · Sandbox Seller Central`, body, status: 400 });
}

export function sendCancelled(reply: FastifyReply, { region, watchpostUrl }: RegionDeps): FastifyReply {
  const body = html`${sellerCentralBar(region)}
    <main>
      <div class="panel">
        <h1>Nothing was authorized</h1>
        <p>Watchpost has no access to your seller account.</p>
        <a class="button" href="${watchpostUrl}/">Back to Watchpost</a>
      </div>
    </main>`;
  return sendPage(reply, { title: 'Nothing was authorized · Sandbox Seller Central', body });
}
