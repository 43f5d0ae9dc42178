import { isIPv6 } from 'node:net';
import { AppError } from '@app/shared/base/errors.ts';
import type { Clock } from './clock.ts';
import { countAttempt } from './db/attempts.ts';
import type { Db } from './db/db.ts';

/**
 * Attempts are counted over all processes together. A subject that has reached its limit waits this long after its
 * last attempt.
 */
const usualWindowMs = 15 * 60_000;

export interface ThrottleRule {
  readonly subject: string;
  readonly limit: number;
  /** At most one day, because older attempts are deleted. */
  readonly windowMs?: number;
  /** The text of the refusal, if it differs from that of short windows. */
  readonly text?: string;
}

/** Throws when the subject has asked too often. */
export async function admit(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { subject, limit, windowMs = usualWindowMs, text }: ThrottleRule,
): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - windowMs);
  if (await countAttempt(db.global, { subject, limit, now, since })) return;
  throw new AppError('tooManyRequests', text === undefined ? {} : { text });
}

/**
 * The network that a caller probably has to itself: one IPv4 address, or a /64 of IPv6, in which one household can use
 * any address.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return mapped ?? ip;
  const [head = '', tail] = ip.split('::');
  const first = head.split(':').filter(Boolean);
  const last = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return `${groups.slice(0, 4).join(':').toLowerCase()}::/64`;
}
