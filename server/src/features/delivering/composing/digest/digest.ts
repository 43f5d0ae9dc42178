import { isDeepStrictEqual } from 'node:util';
import { digestStep } from '@app/shared/domain/digest-clock.ts';
import { takesMail } from '@app/shared/watchdogs/model/recipients.ts';
import type { Context } from '../../../../context.ts';
import type { Actor } from '../../../../http/actor.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import type { Mailer } from '../../../../lib/mail/mailer.ts';
import { newMessageId } from '../../../../lib/mail/message-id.ts';
import { reasonOf, refusalOfAddress } from '../../../../lib/mail/refusal.ts';
import { listFreshness } from '../../../observing/freshness.ts';
import { worldFor } from '../../../world/world.ts';
import { stopAddress } from '../../replies/stop-address.ts';
import { clockOf } from '../address-clock.ts';
import { retryAt } from '../alert/retry.ts';
import { notWanted } from '../alert/still-told.ts';
import { linksFor } from '../mail-links.ts';
import { briefOf } from './digest-brief.ts';
import { countSolved, findComebacks, listImprovements } from './digest-flip-queries.ts';
import { digestMail } from './digest-mail.ts';
import {
  type DigestKey,
  type DueAddress,
  findDueAddresses,
  findDueDigests,
  lockDigest,
  type LockedDigest,
  markDigest,
  settle,
} from './digest-queries.ts';
import type { DigestMailOptions } from './digest-telling.ts';

type DigestContext = Pick<Context, 'db' | 'clock' | 'random' | 'log' | 'mailer' | 'config' | 'keys' | 'pictures'>;
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

/** Made up first and sent afterwards: no transaction waits for the pictures of others. */
async function sendDigest(ctx: SendContext, key: DigestKey): Promise<void> {
  const draft = await ctx.db.tenant(key.tenantId, (tx) => draftDigest(ctx, tx, key));
  if (!draft) return;
  const pictures = await ctx.pictures.load(draft.told.brief.toDo.top.flatMap(({ product }) => product.imageUrl ?? []));
  await ctx.db.tenant(key.tenantId, async (tx) => {
    const digest = await lockDigest(tx, key);
    // Another process has it; or the address is another since, and the next turn makes up another digest.
    if (!digest || !isDeepStrictEqual(digest, draft.digest)) return;
    const mail = digestMail({ ...draft.told, pictures });
    const sent = { ...mail, to: digest.email, messageId: digest.messageId };
    const error = await ctx.mailer.send(sent, AbortSignal.timeout(20_000)).then(
      () => null,
      (reason: unknown) => reason ?? new Error('no reason given'),
    );
    const now = ctx.clock.now();
    if (error === null) return markDigest(tx, key, { state: 'sent', error: null, nextAttemptAt: now, now });
    const refusal = refusalOfAddress(error);
    const isLast = refusal !== null || digest.attempts + 1 >= mostAttempts;
    const nextAttemptAt = isLast ? now : retryAt(digest.attempts, now);
    ctx.log.warn({ ...key, err: error, nextAttemptAt }, 'a digest could not be sent');
    await markDigest(tx, key, { state: isLast ? 'failed' : 'pending', error: reasonOf(error), nextAttemptAt, now });
    if (refusal !== null) await stopAddress(ctx, tx, { ...key, email: null, reason: refusal, now });
  });
}

interface Draft {
  readonly digest: LockedDigest;
  readonly told: Omit<DigestMailOptions, 'pictures'>;
}

/** `null` when another process has it, and when there is nothing to be sent; then the log says why. */
async function draftDigest(ctx: SendContext, tx: Tx, key: DigestKey): Promise<Draft | null> {
  const digest = await lockDigest(tx, key);
  if (!digest) return null;
  const told = reasonAgainst(digest) ?? (await tellDigest(ctx, { tx, key, digest })) ?? 'No product is watched yet';
  if (typeof told !== 'string') return { digest, told };
  const now = ctx.clock.now();
  await markDigest(tx, key, { state: 'failed', error: told, nextAttemptAt: now, now });
  return null;
}

function reasonAgainst(digest: LockedDigest): string | null {
  if (!digest.isSubscribed || !takesMail(digest)) return notWanted;
  return digest.isOvertaken ? 'The digest of another day was due before it could be sent' : null;
}

interface Telling {
  readonly tx: Tx;
  readonly key: DigestKey;
  readonly digest: LockedDigest;
}

/** What the address sees on its dashboard, without the seller accounts that it wants to hear nothing of. */
async function tellDigest(ctx: SendContext, { tx, key, digest }: Telling): Promise<Draft['told'] | null> {
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
  return {
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
  };
}
