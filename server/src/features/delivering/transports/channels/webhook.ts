import { webhook as declaration } from '@app/shared/transports/webhook.ts';
import type { ChannelTransport } from '../channel-transport.ts';
import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';
import { labelOfColour } from '@app/shared/base/severity.ts';
import { nearestCause } from '@app/shared/world/issues/incidents.ts';
import { headlineOf } from '@app/shared/world/news-text.ts';
import { linkTo, type ChannelNews } from '../channel-news.ts';

/** The body for one flip; docs/webhooks.md documents it for receivers. */
const webhookBody = (news: ChannelNews, publicUrl: string): string =>
  JSON.stringify({
    type: 'watchdog.flip',
    timestamp: news.at.toISOString(),
    data: { ...dataOf(news, publicUrl), incident: incidentOf(news) },
  });

/** The incident by cause: a later member has the id of the former ones, and says that these were sent. */
const incidentOf = ({ type, membership }: ChannelNews) =>
  membership
    ? {
        id: membership.incidentId,
        cause: nearestCause(type, membership.types),
        watchdogs: membership.types,
        text: membership.text,
        isAddition: membership.isAddition,
      }
    : null;

/** One object with the fields of an alert in the list of the API, so that a program reads both alike. */
const hookBody = (news: ChannelNews, alertId: string, publicUrl: string): string =>
  JSON.stringify({
    id: alertId,
    at: news.at.toISOString(),
    event: news.colour === 'GREEN' ? 'healed' : 'raised',
    ...dataOf(news, publicUrl),
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
  alert: ([news], publicUrl) =>
    news.hook ? hookBody(news, news.hook.alertId, publicUrl) : webhookBody(news, publicUrl),
  test: webhookTestBody,
  isGone: ({ status }) => status === 404,
  // The page at the address may contain anything, so its text is not shown to users.
  explain: () => '',
};
