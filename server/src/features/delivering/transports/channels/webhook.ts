import { webhook as declaration } from '@app/shared/transports/webhook.ts';
import type { ChannelTransport } from '../channel-transport.ts';
import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';
import { labelOfColour } from '@app/shared/base/severity.ts';
import { compareByCause } from '@app/shared/watchdogs/causes.ts';
import { incidentOf as toldIncident, incidentText } from '@app/shared/world/incident-text.ts';
import { programIncident } from '@app/shared/world/issues/incidents.ts';
import { headlineOf } from '@app/shared/world/news-text.ts';
import { linkTo, type ChannelNews } from '../channel-news.ts';

/** The body for one flip, or for the members of an incident; docs/webhooks.md documents it for receivers. */
function webhookBody(all: readonly [ChannelNews, ...ChannelNews[]], publicUrl: string): string {
  const together = incidentOf(all);
  const [first, ...others] = all.map((news) => ({
    timestamp: news.at.toISOString(),
    data: { ...dataOf(news, publicUrl), incident: membershipOf(news) ?? together },
  }));
  return JSON.stringify({ type: 'watchdog.flip', ...first, others });
}

/**
 * Returns the incident by cause of which the alert is a member. All members have the same incident id; `isAddition`
 * says that earlier members were sent before.
 */
const membershipOf = ({ type, membership }: ChannelNews) =>
  membership ? { ...programIncident({ ...membership, type }), isAddition: membership.isAddition } : null;

/**
 * Returns the incident of alerts that are told together although their items are no members of an incident: a first
 * look, or the end of a common problem.
 */
function incidentOf(all: readonly ChannelNews[]) {
  const incident = toldIncident(all);
  if (incident === null) return null;
  const watchdogs = [...new Set(all.map(({ type }) => type))].toSorted(compareByCause);
  return { id: incident.incidentId, cause: null, watchdogs, text: incidentText(all), isAddition: false };
}

/** One object with the fields of an alert in the list of the API, so that a program reads both alike. */
const hookBody = (news: ChannelNews, alertId: string, publicUrl: string): string =>
  JSON.stringify({
    id: alertId,
    at: news.at.toISOString(),
    event: news.colour === 'GREEN' ? 'healed' : 'raised',
    ...dataOf(news, publicUrl),
    incident: news.membership ? programIncident({ ...news.membership, type: news.type }) : null,
  });

const dataOf = (news: ChannelNews, publicUrl: string) => ({
  level: labelOfColour(news.colour).toLowerCase(),
  watchdog: news.type,
  alertType: alertTypeOf(news.type),
  title: headlineOf(news),
  message: news.message,
  from: news.from,
  to: news.to,
  evidence: news.evidence,
  product: {
    productId: news.productId,
    asin: news.asin,
    marketplace: news.marketplace,
    name: news.productName,
    url: linkTo(news, publicUrl),
  },
  sellerAccount: { sellerId: news.sellerAccountId, name: news.sellerAccountName },
});

const webhookTestBody = (name: string, at: Date): string =>
  JSON.stringify({
    type: 'test',
    timestamp: at.toISOString(),
    data: { message: `This is a test message of Watchpost to ${name}` },
  });

export const webhook: ChannelTransport = {
  declaration,
  mostPerMessage: 1,
  // Many programs refuse a body of more than 100 kB unless told otherwise.
  mostOfIncident: 100,
  alert: (news, publicUrl) =>
    news[0].hook ? hookBody(news[0], news[0].hook.alertId, publicUrl) : webhookBody(news, publicUrl),
  test: webhookTestBody,
  isGone: ({ status }) => status === 404,
  // The page at the address may contain anything, so its text is not shown to users.
  explain: () => '',
};
