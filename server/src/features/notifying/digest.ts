import { digestStep } from '@app/shared/domain/digest-clock.ts';
import { takesMail } from '@app/shared/watchdogs/recipients.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import type { Mailer } from '../../lib/mail/mailer.ts';
import { refusalOfAddress } from '../../lib/mail/refusal.ts';
import { newMessageId } from '../../lib/mail/send-now.ts';
import { worldFor } from '../alerts/world.ts';
import { listFreshness } from '../observing/freshness.ts';
import { clockOf } from './address-clock.ts';
import { briefOf } from './digest-brief.ts';
import { countSolved, findComebacks, listImprovements } from './digest-flip-queries.ts';
import { digestMail } from './digest-mail.ts';
import {
  findDueAddresses,
  findDueDigests,
  lockDigest,
  markDigest,
  settle,
  type DigestKey,
  type DueAddress,
  type LockedDigest,
} from './digest-queries.ts';
import { linksFor } from './mail-links.ts';
import { reasonOf, retryAt } from './retry.ts';
import { stopAddress } from './stop-address.ts';

type DigestContext = Pick<Context, 'db' | 'clock' | 'random' | 'log' | 'mailer' | 'config' | 'keys'>;
type SendContext = DigestContext & { readonly mailer: Mailer };

const settledAtOnce = 500;
const sentPerTurn = 100;
/** Reading the world of a large account takes a moment, and a mail server another. */
const sentAtOnce = 2;
const dayMs = 86_400_000;
/** A digest of the morning is no use the next day. */
const mostAttempts = 20;

/**
 * Writes down which digests are owed, in sets, and sends them by the rules of other mail: named before they are sent, sent
 * while their row is locked. True when there is more to do at once.
 */
export async function sendDigests(ctx: DigestContext): Promise<boolean> {
  const { mailer } = ctx;
  if (!mailer) return false;
  const isMoreDue = await settleDue(ctx);
  const waiting = await findDueDigests(ctx.db.global, { now: ctx.clock.now(), most: sentPerTurn });
  const isMoreToSend = waiting.length === sentPerTurn;
  const takeTurns = async () => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) await sendDigest({ ...ctx, mailer }, key);
  };
  await Promise.all(Array.from({ length: sentAtOnce }, takeTurns));
  return isMoreDue || isMoreToSend;
}

async function settleDue(ctx: DigestContext): Promise<boolean> {
  const now = ctx.clock.now();
  const due = await findDueAddresses(ctx.db.global, { now, most: settledAtOnce });
  if (due.length === 0) return false;
  const settled = due.map((address) => ({ address, step: stepOf(address, now), messageId: newMessageId(ctx) }));
  await settle(ctx.db.global, settled, now);
  return due.length === settledAtOnce;
}

/** Who gets digests anew begins with the next one. */
const stepOf = (address: DueAddress, now: Date) =>
  address.digestClock === null
    ? null
    : digestStep({ ...clockOf(address), hour: address.hour }, { now, lastDay: address.lastDay });

async function sendDigest(ctx: SendContext, key: DigestKey): Promise<void> {
  await ctx.db.tenant(key.tenantId, async (tx) => {
    const digest = await lockDigest(tx, key);
    if (!digest) return;
    const outcome = await trySending(ctx, { tx, key, digest });
    const now = ctx.clock.now();
    if (outcome === 'sent') return markDigest(tx, key, { state: 'sent', error: null, nextAttemptAt: now, now });
    if ('reason' in outcome) {
      return markDigest(tx, key, { state: 'failed', error: outcome.reason, nextAttemptAt: now, now });
    }
    const refusal = refusalOfAddress(outcome.error);
    const isLast = refusal !== null || digest.attempts + 1 >= mostAttempts;
    const nextAttemptAt = isLast ? now : retryAt(digest.attempts, now);
    ctx.log.warn({ ...key, err: outcome.error, nextAttemptAt }, 'a digest could not be sent');
    const error = reasonOf(outcome.error);
    await markDigest(tx, key, { state: isLast ? 'failed' : 'pending', error, nextAttemptAt, now });
    if (refusal !== null) await stopAddress(tx, { ...key, reason: refusal, now });
  });
}

interface Sending {
  readonly tx: Tx;
  readonly key: DigestKey;
  readonly digest: LockedDigest;
}

type Outcome = 'sent' | { readonly reason: string } | { readonly error: unknown };

/** The mail server being away is expected: it becomes a later attempt, not a crash. */
async function trySending(ctx: SendContext, sending: Sending): Promise<Outcome> {
  const { digest } = sending;
  if (!digest.isSubscribed || !takesMail(digest)) return { reason: 'Not wanted any more when it was to be sent' };
  if (digest.isOvertaken) return { reason: 'The digest of another day was due before it could be sent' };
  const mail = await writeDigest(ctx, sending);
  if (mail === null) return { reason: 'No product is watched yet' };
  try {
    await ctx.mailer.send({ ...mail, to: digest.email, messageId: digest.messageId });
    return 'sent';
  } catch (error) {
    return { error };
  }
}

/** What the address sees on its dashboard, without the seller accounts that it wants to hear nothing of. */
async function writeDigest(ctx: SendContext, { tx, key, digest }: Sending) {
  const now = ctx.clock.now();
  const hiddenSellerAccountIds = [
    ...digest.hiddenSellerAccountIds,
    ...digest.unsubscribedSellerAccountIds,
    ...digest.goneSellerAccountIds,
  ];
  const actor: Actor = {
    tenantId: key.tenantId,
    emailAddressId: key.emailAddressId,
    email: digest.email,
    isOwner: digest.isPrimary,
    hiddenSellerAccountIds,
    sessionHash: 'none',
  };
  const { answer } = await worldFor(ctx, { actor, state: undefined });
  if (answer === null || answer.products.length === 0) return null;
  const brief = briefOf({ world: answer, sources: await listFreshness(tx, actor, now), now });
  const since = digest.previousAt ?? new Date(now.getTime() - dayMs);
  const flipped = { tenantId: key.tenantId, since, hiddenSellerAccountIds };
  return digestMail({
    brief,
    improvements: await listImprovements(tx, flipped),
    comebacks: await findComebacks(tx, { ...flipped, itemIds: [...brief.open.keys()] }),
    solved: await countSolved(tx, flipped),
    since,
    now,
    localDay: key.localDay,
    reader: { email: digest.email, clock: clockOf(digest), hour: digest.hour },
    links: linksFor(ctx, key),
    publicUrl: ctx.config.publicUrl,
  });
}
