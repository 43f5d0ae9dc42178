import { AppError } from '@app/shared/base/errors.ts';
import type { Delivery, deliveryLog, DeliveryOutcome } from '@app/shared/contract/delivery-log.ts';
import type { AccountEvent } from '@app/shared/contract/public-api/hooks.ts';
import type { Answer, ParsedRequest } from '@app/shared/contract/endpoint.ts';
import { headlineOf } from '@app/shared/world/news-text.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { NoticeKind } from '../outbox/notice.ts';
import { listDeliveries, type LoggedDelivery, type LogFilter } from './log-queries.ts';

const pageSize = 50;

/** Lists all deliveries for the owner. Other users see those to themselves, about seller accounts that they may see. */
export async function showDeliveries(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  query: ParsedRequest<typeof deliveryLog>['query'],
): Promise<Answer<typeof deliveryLog>> {
  const { tenantId, isOwner, hiddenSellerAccountIds } = actor;
  const asked = query.emailAddressId ?? null;
  const filter = {
    tenantId,
    hiddenSellerAccountIds,
    emailAddressId: isOwner ? asked : actor.emailAddressId,
    channelId: query.channelId ?? null,
    channel: query.channel ?? null,
    outcome: query.outcome ?? null,
    before: query.before === undefined ? null : readCursor(query.before),
    most: pageSize + 1,
  };
  // Only the owner of the account may select another person's address.
  if (!isOwner && ((asked !== null && asked !== actor.emailAddressId) || filter.channelId !== null)) return nothing;
  const found = await db.snapshot(tenantId, (tx) => listDeliveries(tx, filter));
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  return { deliveries: page.map(shape), next: last && found.length > pageSize ? cursorOf(last) : null };
}

const nothing = { deliveries: [], next: null };

const outcomes: Readonly<Record<LoggedDelivery['state'], DeliveryOutcome>> = {
  pending: 'waiting',
  held: 'held',
  sent: 'sent',
  failed: 'failed',
  dropped: 'dropped',
};

const shape = (line: LoggedDelivery): Delivery => ({
  id: cursorOf(line),
  ...aboutOf(line),
  colour: line.colour,
  productName: line.productName,
  marketplace: line.marketplace,
  channel: line.channel,
  to: line.to,
  emailAddressId: line.emailAddressId,
  channelId: line.channelId,
  outcome: outcomes[line.state],
  at: line.at.toISOString(),
  sentAt: line.sentAt?.toISOString() ?? null,
  nextAttemptAt: line.state === 'pending' || line.state === 'held' ? line.nextAttemptAt.toISOString() : null,
  attempts: line.attempts,
  error: line.error,
  messageId: line.messageId,
});

function aboutOf(line: LoggedDelivery): Pick<Delivery, 'about' | 'what'> {
  if (line.type === 'digest') return { about: 'digest', what: 'Daily digest' };
  if (line.type === 'test') return { about: 'test', what: 'Test message' };
  if (line.type === 'authorizationLost' || line.type === 'authorizationExpires') {
    return { about: 'notice', what: `Please authorize ${line.subject ?? 'a seller account'} again` };
  }
  if (line.type === 'connectionBroken') {
    return { about: 'notice', what: `The connection to ${line.subject ?? 'a service'} does not work` };
  }
  const event = eventOf[line.type ?? ''];
  if (event !== undefined) return { about: 'account', what: event };
  if (line.source === 'm' && !isStop(line)) return { about: 'account', what: line.subject ?? 'Ticket to support' };
  if (line.source === 'm') return { about: 'notice', what: `Sending to ${line.subject ?? 'somebody'} was stopped` };
  return { about: 'alert', what: headlineOf({ type: line.type ?? '', colour: line.colour ?? 'RED' }) };
}

const eventOf: Readonly<Record<string, string>> = {
  productTracked: 'Hook of a product that is tracked',
  invoicePaid: 'Hook of a paid invoice',
} satisfies Partial<Record<AccountEvent, string>>;

const stops: readonly (string | null)[] = ['addressStopped', 'channelStopped', 'hookEnded'] satisfies NoticeKind[];
const isStop = ({ type }: LoggedDelivery): boolean => stops.includes(type);

/** Encodes the position of a line in the log: its time, source table and key. */
const cursorOf = ({ at, source, place }: LoggedDelivery): string => `${at.getTime()}_${source}_${place.join('.')}`;

function readCursor(text: string): LogFilter['before'] {
  const [, ms, source, k1, k2, k3, k4] =
    /^(\d{1,15})_([fm])_(\d{1,18})\.(\d{1,18})\.([a-z]{0,10})\.(\d{1,18})$/.exec(text) ?? [];
  if (ms === undefined || source === undefined || !k1 || !k2 || k3 === undefined || !k4) {
    throw new AppError('badRequest', { text: 'query.before: This is not the place of a line' });
  }
  return { at: new Date(Number(ms)), source, place: [k1, k2, k3, k4] };
}
