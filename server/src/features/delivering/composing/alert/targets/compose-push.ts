import type { Context } from '../../../../../context.ts';
import { openSubscription } from '../../../browsers/push-subscriptions.ts';
import type { ClaimedMessage } from '../../../outbox/message.ts';
import type { ComposedPush } from '../../../transports/push.ts';
import { readPush } from './push-queries.ts';
import type { FirstTold } from '../membership-queries.ts';
import { withMemberships, type Membership } from '../memberships.ts';
import { currentWaysToTell, dropUnwanted, notWanted } from '../delivery-eligibility.ts';
import { incidentText, type NewsIncident } from '@app/shared/world/incident-text.ts';
import { floodText, newsText, type News, type NewsText } from '@app/shared/world/news-text.ts';

/** Composes a notification of the alerts that the person may receive and wants now; gives up the others. */
export async function composeAlertPush(
  { db, clock, keys }: Pick<Context, 'db' | 'clock' | 'keys'>,
  message: ClaimedMessage,
): Promise<ComposedPush> {
  const { tenantId, messageId } = message;
  const { lines, thread } = await db.tenant(tenantId, async (tx) => {
    const all = await readPush(tx, tenantId, { messageId, now: clock.now() });
    const wanted = await dropUnwanted(tx, message, { lines: all, isWanted: (line) => currentWaysToTell(line).push });
    return withMemberships(tx, message, wanted);
  });
  const [first] = lines;
  if (!first) return { next: 'drop', reason: notWanted };
  const { endpointHash, sealed } = first;
  if (endpointHash === null || sealed === null) return { next: 'drop', reason: 'The browser is gone' };
  return {
    next: 'send',
    target: openSubscription(keys, { tenantId, endpointHash, sealed }),
    payload: JSON.stringify(pushPayload({ news: lines, messageId, thread })),
    isUrgent: lines.some(({ colour }) => colour === 'RED'),
  };
}

interface PushedNews extends News {
  readonly flipId: string;
  readonly sellerAccountName: string;
  readonly incident: NewsIncident | null;
  readonly membership: Membership | null;
}

/** The payload that `web/public/push-worker.js` reads. */
interface PushPayload {
  readonly title: string;
  readonly body: string;
  /** The product that a click opens; `null` if the notification is about several products. */
  readonly productId: string | null;
  /**
   * A second notification with the same tag replaces the first. A notification that is sent twice is therefore shown
   * once, and the notification of a later member of an incident replaces the earlier one.
   */
  readonly tag: string;
  readonly colours: Readonly<Record<'RED' | 'AMBER' | 'GREEN', number>>;
}

interface PushContent {
  readonly news: readonly (PushedNews & { readonly productId: string })[];
  readonly messageId: string;
  readonly thread: FirstTold | null;
}

function textOf(news: PushContent['news']): NewsText {
  const { title, body } = floodText(news);
  const incident = incidentText(news);
  return { title, body: incident === null ? body : `${incident}. ${body}` };
}

function oneText(news: PushedNews): NewsText {
  const { title, body } = newsText(news);
  const relation = news.membership?.text ?? null;
  return { title, body: relation === null ? body : `${relation}. ${body}` };
}

const tagOf = (told: Pick<FirstTold, 'messageId' | 'flipId' | 'members'>): string =>
  told.members === 1 ? `flip-${told.flipId}` : told.messageId;

function pushPayload({ news, messageId, thread }: PushContent): PushPayload {
  const [newest] = news;
  const isOne = news.length === 1 && newest !== undefined;
  const count = (colour: News['colour']) => news.filter((one) => one.colour === colour).length;
  return {
    ...(isOne ? oneText(newest) : textOf(news)),
    productId: isOne ? newest.productId : null,
    tag: tagOf(thread ?? { messageId, flipId: newest?.flipId ?? '', members: news.length }),
    colours: { RED: count('RED'), AMBER: count('AMBER'), GREEN: count('GREEN') },
  };
}
