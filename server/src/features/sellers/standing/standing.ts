import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import { AuthorizationLost, OperationRefused } from '../../../external/marketplace/external-error.ts';
import type { RequestName, Standing } from '../../../external/marketplace/standing.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import type { SellerKey, StoredAccess } from '../queries.ts';
import { nextTryAt, type WaitingWork } from './account-probe.ts';
import { isMarkedLost, markLost } from './lost-account-queries.ts';
import {
  admitRefused,
  deleteRefusal,
  listRefusals,
  saveRefusal,
  wakeFailedSweeps,
  type Refusal,
} from './refusal-queries.ts';

export type StandingContext = Pick<Context, 'config' | 'db' | 'clock' | 'random'>;

/**
 * How long a refused request waits. A missing role stays missing for weeks; a refusal by mistake is over in minutes.
 */
const refusalBackoff = { firstMs: minuteMs, longestMs: 4 * hourMs };
/** With jitter, the first probe comes after ten to twenty minutes. */
const probeBackoff = { firstMs: 20 * minuteMs, longestMs: 6 * hourMs };

/** The seller sees a refusal after this many in a row, which take at least about ten minutes. */
export const refusalsUntilShown = 5;

/** Returns the milliseconds until a lost authorisation is probed again. */
export const probeAfterMs = ({ config, random }: StandingContext, failures: number): number =>
  backoffMs(probeBackoff, failures, random) / config.checkSpeedup;

interface StoredStanding {
  readonly stored: StoredAccess;
  readonly refusals: readonly Refusal[];
}

/**
 * The standing of one account, read together with its token. Later answers of the marketplace are stored immediately.
 */
export class AccountStanding implements Standing {
  readonly #ctx: StandingContext;
  readonly #key: SellerKey & Pick<StoredAccess, 'encryptedRefreshToken'>;
  readonly #refusals: Map<string, Refusal>;
  #isLost: boolean;

  constructor(ctx: StandingContext, { tenantId, sellerAccountId }: SellerKey, { stored, refusals }: StoredStanding) {
    const { encryptedRefreshToken } = stored;
    this.#ctx = ctx;
    this.#key = { tenantId, sellerAccountId, encryptedRefreshToken };
    this.#refusals = new Map(refusals.map((refusal) => [nameOf(refusal), refusal]));
    this.#isLost = stored.mayNeedReauthorization;
  }

  admit(request: RequestName): void {
    if (this.#isLost) throw new AuthorizationLost(request.operation, 'the account has to be authorized again');
    const refusal = this.#refusals.get(nameOf(request));
    if (refusal && refusal.retryAt > this.#ctx.clock.now()) throw new OperationRefused(request, refusal.reason);
  }

  /**
   * Clears the refusal of this request after an answer, and admits other refused requests of the account once more,
   * because they may have had the same cause. Does nothing for almost every answer, since few requests are refused.
   */
  async noteAnswer(request: RequestName): Promise<void> {
    const refusal = this.#refusals.get(nameOf(request));
    if (!refusal) return;
    const { db, clock } = this.#ctx;
    await db.tenant(this.#key.tenantId, async (tx) => {
      if (refusal.failures >= refusalsUntilShown) await nextWorldVersion(tx, this.#key.tenantId);
      await deleteRefusal(tx, this.#key, refusal);
      await admitRefused(tx, this.#key, clock.now());
      await wakeFailedSweeps(tx, this.#key, clock.now());
    });
    this.#refusals.delete(nameOf(request));
  }

  async noteRefusal(request: RequestName, reason: string): Promise<void> {
    if (request.subject === null) return;
    const { config, db, clock, random } = this.#ctx;
    const now = clock.now();
    const kept = await db.tenant(this.#key.tenantId, async (tx) => {
      const all = await listRefusals(tx, this.#key);
      const before = all.find((one) => nameOf(one) === nameOf(request));
      // Several processes may have made the request at the same time; their refusals count as one.
      if (before && before.retryAt > now) return before;
      const failures = (before?.failures ?? 0) + 1;
      const waitMs = backoffMs(refusalBackoff, failures - 1, random) / config.checkSpeedup;
      const others = waitingOf(all.filter((one) => one !== before));
      const usualAt = new Date(now.getTime() + waitMs);
      const retryAt = nextTryAt(others, { now, usualAt, speedup: config.checkSpeedup });
      const refusedSince = before?.refusedSince ?? now;
      const { operation, subject = '' } = request;
      if (failures === refusalsUntilShown) await nextWorldVersion(tx, this.#key.tenantId);
      const refusal = { operation, subject: subject ?? '', reason, failures, refusedSince, retryAt };
      await saveRefusal(tx, this.#key, refusal);
      return refusal;
    });
    this.#refusals.set(nameOf(request), kept);
  }

  /** Marks the account as lost, which asks its viewers for a new authorisation in the settings and on the dashboard. */
  async noteLoss(): Promise<void> {
    this.#isLost = true;
    await this.#ctx.db.tenant(this.#key.tenantId, async (tx) => {
      if (await isMarkedLost(tx, this.#key)) return;
      const lostAt = this.#ctx.clock.now();
      const probeAt = new Date(lostAt.getTime() + probeAfterMs(this.#ctx, 0));
      const version = await nextWorldVersion(tx, this.#key.tenantId);
      await markLost(tx, { ...this.#key, lostAt, probeAt, version });
    });
  }
}

const firstOf = (times: readonly Date[]): Date | null => times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;

const waitingOf = (refusals: readonly Refusal[]): WaitingWork => ({
  count: refusals.length,
  since: firstOf(refusals.map(({ refusedSince }) => refusedSince)),
  nextAt: firstOf(refusals.map(({ retryAt }) => retryAt)),
});

const nameOf = ({ operation, subject }: { readonly operation: string; readonly subject?: string | null }): string =>
  `${operation} ${subject ?? ''}`;
