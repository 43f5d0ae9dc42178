import { isIPv6 } from 'node:net';
import { minuteMs } from '@app/shared/base/time.ts';
import { AppError } from '@app/shared/base/errors.ts';
import type { Clock } from './clock.ts';
import { countAttempt, findWindowStart } from './db/attempts.ts';
import type { Db } from './db/db.ts';

/**
 * Attempts are counted over all processes together. A window begins with the first attempt of a subject; once the limit
 * is reached, the subject waits until the window ends.
 */
const usualWindowMs = 15 * minuteMs;

interface ThrottleRule {
  readonly subject: string;
  readonly limit: number;
  /** The window is at most one day, because older windows are deleted. */
  readonly windowMs?: number;
  /** The text of the refusal, if it differs from that of short windows. */
  readonly text?: string;
}

interface ThrottleContext {
  readonly db: Db;
  readonly clock: Clock;
}

/** Throws when the subject has asked too often. */
export async function admit(ctx: ThrottleContext, rule: ThrottleRule): Promise<void> {
  if (await isAdmitted(ctx, rule)) return;
  const { subject, text, windowMs = usualWindowMs } = rule;
  const now = ctx.clock.now();
  // A success that was noted meanwhile may have deleted the window.
  const from = (await findWindowStart(ctx.db.global, subject)) ?? new Date(now.getTime() - windowMs);
  const retryAfterSeconds = secondsUntil(new Date(from.getTime() + windowMs), now);
  throw new AppError('tooManyRequests', { retryAfterSeconds, ...(text !== undefined && { text }) });
}

/** Returns the value of `Retry-After` for a subject that is admitted again at this instant. */
export const secondsUntil = (instant: Date, now: Date): number =>
  Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000));

/** Counts the request. Returns false when the subject has asked too often. */
export function isAdmitted(
  { db, clock }: ThrottleContext,
  { subject, limit, windowMs = usualWindowMs }: Omit<ThrottleRule, 'text'>,
): Promise<boolean> {
  const now = clock.now();
  return countAttempt(db.global, { subject, limit, now, since: new Date(now.getTime() - windowMs) });
}

interface NetworkRule extends Omit<ThrottleRule, 'subject'> {
  /** The prefix of the counted subjects, which names what is counted. */
  readonly purpose: string;
  readonly ip: string;
}

/** Throws when the network, or a larger one around it, has asked too often. */
export async function admitNetwork(ctx: ThrottleContext, { purpose, ip, limit, ...rule }: NetworkRule): Promise<void> {
  for (const { network, share } of networksOf(ip)) {
    await admit(ctx, { ...rule, subject: `${purpose}:${network}`, limit: limit * share });
  }
}

/**
 * The network that a caller probably has to itself: one IPv4 address, or a /64 of IPv6, in which one household can use
 * any address.
 */
export function networkOf(ip: string): string {
  const [{ network } = { network: ip }] = networksOf(ip);
  return network;
}

interface Network {
  readonly network: string;
  /** The factor by which the limit of this network exceeds that of the smallest one. */
  readonly share: number;
}

/**
 * Returns the networks of a caller, smallest first. Internet providers give a customer up to a /56, and hosting
 * companies up to a /48 (RFC 6177), which contain 256 and 65,536 networks of size /64.
 */
export function networksOf(ip: string): readonly Network[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return [{ network: mapped ?? ip, share: 1 }];
  const [a = '0', b = '0', c = '0', d = '0'] = groupsOf(ip);
  const upperByte = (Number.parseInt(d, 16) & 0xff_00).toString(16);
  return [
    { network: `${a}:${b}:${c}:${d}::/64`, share: 1 },
    { network: `${a}:${b}:${c}:${upperByte}::/56`, share: 2 },
    { network: `${a}:${b}:${c}::/48`, share: 4 },
  ];
}

function groupsOf(ip: string): readonly string[] {
  const [head = '', tail] = ip.toLowerCase().split('::');
  const first = head.split(':').filter(Boolean);
  const last = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
}
