import { quietUntil } from '@app/shared/domain/clock/digest-clock.ts';
import type { Context } from '../../../../../context.ts';
import type { ClaimedMessage } from '../../../outbox/message.ts';
import type { ComposedMail } from '../../../transports/composed-mail.ts';
import { clockOf, quietHoursOf } from '../../address-clock-queries.ts';
import { linksFor } from '../../mail-links.ts';
import { alertMail, picturedIn, toldInFull } from './alert-mail.ts';
import { judgeLines, type JudgedLine } from './current-news.ts';
import { readMail, type MailLine } from './mail-queries.ts';
import { findAnswered } from '../membership-queries.ts';
import { withMemberships, type ToldTogether } from '../memberships.ts';
import { currentWaysToTell, dropUnwanted, notWanted } from '../delivery-eligibility.ts';
import { issueRisk, type IssueRisk } from '@app/shared/world/issues/issue-risk.ts';
import type { Tx } from '../../../../../lib/db/db.ts';
import { worldProducts } from '../../../../world/world-products.ts';

type ComposeContext = Pick<Context, 'db' | 'clock' | 'config' | 'keys' | 'pictures'>;

/** The reason that the delivery log shows for an improvement that is none any more. */
const cameBack = 'The problem came back before its end was told';

/** Composes a mail of the alerts that its reader may receive and wants now; gives up the others. */
export async function composeAlertMail(ctx: ComposeContext, message: ClaimedMessage): Promise<ComposedMail> {
  const { tenantId } = message;
  const now = ctx.clock.now();
  const { lines, risks, thread, isOutdated } = await ctx.db.tenant(tenantId, async (tx) => {
    const all = await readMail(tx, message, now);
    const wanted = await dropUnwanted(tx, message, { lines: all, isWanted: (line) => currentWaysToTell(line).mail });
    const current = judgeLines(wanted);
    const risksNow = await risksOf(tx, tenantId, { lines: current, now });
    const together = await withMemberships(tx, message, current);
    return {
      ...together,
      thread: await threadOf(tx, message, together),
      risks: risksNow,
      isOutdated: wanted.length > 0 && current.length === 0,
    };
  });
  const [first] = lines;
  if (!first) return { next: 'drop', reason: isOutdated ? cameBack : notWanted };
  // A mail that was refused and is tried again may be due during quiet hours.
  const until = quietUntil(clockOf(first), quietHoursOf(first), now);
  if (until > now) return { next: 'wait', until };
  const mail = await write(ctx, { tenantId, lines, first, risks });
  return { next: 'send', mail: { ...mail, ...(thread !== null && continuationHeaders(thread)), to: first.email } };
}

/**
 * Returns the id of the mail that this one continues: the first mail about the incident of its lines, or the mail about
 * the problems whose ends its lines tell.
 */
async function threadOf(
  tx: Tx,
  message: ClaimedMessage,
  { lines, thread }: ToldTogether<JudgedLine>,
): Promise<string | null> {
  if (thread !== null) return thread.messageId;
  const areEnds = lines.length > 0 && lines.every(({ colour }) => colour === 'GREEN');
  return areEnds
    ? findAnswered(
        tx,
        message,
        lines.map(({ flipId }) => flipId),
      )
    : null;
}

/** The headers by which a mail program shows the mail with an earlier one. */
const continuationHeaders = (messageId: string) => ({ inReplyTo: messageId, references: messageId });

interface AlertMailInput {
  readonly tenantId: string;
  readonly lines: ToldTogether<JudgedLine>['lines'];
  readonly first: MailLine;
  readonly risks: Risks;
}

async function write(ctx: ComposeContext, { tenantId, lines, first, risks }: AlertMailInput) {
  const { emailAddressId, email, alertSubject, isCollected } = first;
  const news = lines.map((line) => ({
    ...line,
    risk: risks.get(line.flipId) ?? null,
    relation: line.membership?.text ?? null,
  }));
  return alertMail({
    reader: { email, clock: clockOf(first), alertSubject, isCollected },
    links: linksFor(ctx, { tenantId, emailAddressId, email }),
    publicUrl: ctx.config.publicUrl,
    news,
    pictures: await ctx.pictures.load(picturedIn(news.filter((one) => !one.isOver))),
  });
}

/** Money at risk by flip id; `null` or missing if it is unknown. */
type Risks = ReadonlyMap<string, IssueRisk | null>;

interface RiskInput {
  readonly lines: readonly MailLine[];
  readonly now: Date;
}

/**
 * Returns the money at risk by the dashboard's rules and the present state of each item; an item that is ok has none.
 */
async function risksOf(tx: Tx, tenantId: string, { lines: all, now }: RiskInput): Promise<Risks> {
  const lines = toldInFull(all);
  const productIds = [...new Set(lines.map(({ productId }) => productId))];
  const viewer = { tenantId, hiddenSellerAccountIds: [] };
  const products = productIds.length === 0 ? [] : await worldProducts(tx, viewer, { productIds, now });
  const byId = new Map(products.map((product) => [product.productId, product]));
  return new Map(
    lines.map(({ flipId, type, productId, statusNow, changedAt, figures }) => {
      const product = byId.get(productId);
      const item = { status: statusNow ?? 0, date: changedAt?.toISOString() ?? null, figures };
      return [flipId, product ? issueRisk({ type, item, product, now: now.getTime() }) : null];
    }),
  );
}
