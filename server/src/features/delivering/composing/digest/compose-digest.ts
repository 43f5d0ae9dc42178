import { dayMs } from '@app/shared/base/time.ts';
import { takesMail } from '@app/shared/watchdogs/model/recipients.ts';
import type { Context } from '../../../../context.ts';
import type { Actor } from '../../../../http/actor.ts';
import type { ClaimedMessage } from '../../outbox/message.ts';
import type { ComposedMail } from '../../transports/composed-mail.ts';
import { clockOf } from '../address-clock-queries.ts';
import { notWanted } from '../alert/delivery-eligibility.ts';
import { linksFor } from '../mail-links.ts';
import type { DigestCache } from './digest-cache.ts';
import { digestMail } from './digest-mail.ts';
import { type DigestKey, type DigestReader, findDigestReader } from './digest-queries.ts';
import type { DigestMailOptions } from './digest-mail-input.ts';

type ComposeContext = Pick<Context, 'db' | 'clock' | 'config' | 'keys' | 'pictures'> & {
  readonly digests: DigestCache;
};
type DigestContent = Omit<DigestMailOptions, 'pictures'>;

interface ReaderOfDay {
  readonly key: DigestKey;
  readonly reader: DigestReader;
  readonly madeUpAt: Date;
}

/**
 * Composes the digest of one local day. It is dropped if there is nothing to report or the next digest is already due.
 */
export async function composeDigest(ctx: ComposeContext, message: ClaimedMessage): Promise<ComposedMail> {
  const { tenantId, emailAddressId, localDay, createdAt: madeUpAt } = message;
  if (emailAddressId === null || localDay === null) throw new Error('A digest has an address and a day');
  const key = { tenantId, emailAddressId, localDay };
  const reader = await ctx.db.tenant(tenantId, (tx) => findDigestReader(tx, key));
  const reason = reasonAgainst(reader);
  if (!reader || reason !== null) return { next: 'drop', reason: reason ?? notWanted };
  const content = await collectDigest(ctx, { key, reader, madeUpAt });
  if (!content) return { next: 'drop', reason: 'No product is watched yet' };
  const pictures = await ctx.pictures.load(content.brief.toDo.top.flatMap(({ product }) => product.imageUrl ?? []));
  return { next: 'send', mail: { ...digestMail({ ...content, pictures }), to: reader.email } };
}

function reasonAgainst(reader: DigestReader | null): string | null {
  if (!reader?.isSubscribed) return notWanted;
  if (!reader.isVerified) return 'The address is not verified';
  if (!takesMail(reader)) return notWanted;
  return reader.isOvertaken ? 'The digest of another day was due before it could be sent' : null;
}

/** Collects the dashboard of the address, without the seller accounts that it has unsubscribed from. */
async function collectDigest(
  ctx: ComposeContext,
  { key, reader, madeUpAt }: ReaderOfDay,
): Promise<DigestContent | null> {
  const { tenantId, emailAddressId, localDay } = key;
  const hiddenSellerAccountIds = [
    ...reader.hiddenSellerAccountIds,
    ...reader.unsubscribedSellerAccountIds,
    ...reader.goneSellerAccountIds,
  ];
  const { email, isPrimary: isOwner, hour, worldVersion } = reader;
  const actor: Actor = {
    tenantId,
    emailAddressId,
    email,
    isOwner,
    hiddenSellerAccountIds,
    sessionHash: 'none',
    isServed: true,
  };
  const brief = await ctx.digests.brief({ actor, worldVersion });
  if (!brief) return null;
  const since = reader.previousAt ?? new Date(madeUpAt.getTime() - dayMs);
  return {
    brief,
    ...(await ctx.digests.news({ actor, worldVersion }, { brief, since })),
    since,
    now: ctx.clock.now(),
    localDay,
    reader: { email, clock: clockOf(reader), hour },
    links: linksFor(ctx, { ...key, email }),
    publicUrl: ctx.config.publicUrl,
  };
}
