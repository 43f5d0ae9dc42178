import { isIPv6 } from 'node:net';
import { AppError } from '@app/shared/base/errors.ts';
import type { Clock } from './clock.ts';
import { countAttempt } from './db/attempts.ts';
import type { Db } from './db/db.ts';

/** Counted over all processes together; after the last attempt the subject waits this long. */
const usualWindowMs = 15 * 60_000;

export interface Throttled {
  readonly subject: string;
  readonly limit: number;
  /** A day at most: what is older is deleted. */
  readonly windowMs?: number;
}

/** Throws when the subject has asked too often. */
export async function admit(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { subject, limit, windowMs = usualWindowMs }: Throttled,
): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - windowMs);
  if (!(await countAttempt(db.global, { subject, limit, now, since }))) throw new AppError('tooManyRequests');
}

/** A household has one IPv4 address, and a /64 of IPv6 from which it can take any. */
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
