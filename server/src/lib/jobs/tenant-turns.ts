import { hourMs } from '@app/shared/base/time.ts';
import { messageOfError } from '@app/shared/base/thrown.ts';
import type { Logger } from 'pino';
import { backoffMs } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import { isOutage, NodeUnavailable } from '../db/unavailable.ts';
import type { Random } from '../random.ts';

/** A tenant id, or an object that belongs to one tenant. */
type TenantItem = string | { readonly tenantId: string };

/** The way in which a loop of the worker goes through the work of many tenants, one item after another. */
export interface Turns {
  /** Returns the results of the turns that were taken. */
  each<Item extends TenantItem, Result>(
    items: readonly Item[],
    turn: (item: Item) => Promise<Result>,
  ): Promise<readonly Result[]>;
}

/** Maximum number of tenants with work that a search for one round of turns returns. */
export const tenantsAtOnce = 100;

/**
 * Whether another round should follow at once, because a search that finds `most` may have left some out. If a turn has
 * failed, the next round waits as usual: it would find the same work again.
 */
export const mayHaveMore = (taken: readonly unknown[], most = tenantsAtOnce): boolean => taken.length === most;

/** Takes every turn and throws the first failure. For callers that do the work once. */
export const everyTurn: Turns = {
  async each(items, turn) {
    const results = [];
    for (const item of items) results.push(await turn(item));
    return results;
  },
};

interface TurnsContext {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'fraction'>;
  readonly log: Pick<Logger, 'error'>;
}

interface Trouble {
  /** Consecutive failures of the tenant. */
  readonly failures: number;
  readonly since: Date;
  readonly retryAt: Date;
  readonly lastError: string;
}

/** The tenants whose turn in one chore has failed, by id. */
export type Troubles = Map<string, Trouble>;

const backoff = { firstMs: 5_000, longestMs: hourMs };
/** A tenant whose data node is away is tried soon after the node is back. */
const backoffOfNode = { firstMs: 5_000, longestMs: 10_000 };
/**
 * After this many failures in a row an operator has to look at the defect. The tenant is still tried about once an
 * hour.
 */
export const failuresUntilSetAside = 8;

/**
 * Isolates the tenants of one loop from each other. A turn that throws is logged and counted, and its tenant is skipped
 * for a growing time while the other tenants continue. An outage of the database counts against no tenant and ends the
 * round. Each process keeps its own counts.
 */
export class TenantTurns implements Turns {
  readonly #ctx: TurnsContext;
  readonly #loop: string;
  readonly #troubles: Troubles;

  /** @param troubles is read and changed by the report to operators too */
  constructor(ctx: TurnsContext, loop: string, troubles: Troubles = new Map()) {
    this.#ctx = ctx;
    this.#loop = loop;
    this.#troubles = troubles;
  }

  async each<Item extends TenantItem, Result>(
    items: readonly Item[],
    turn: (item: Item) => Promise<Result>,
  ): Promise<readonly Result[]> {
    const results: Result[] = [];
    const failed = new Set<string>();
    for (const item of items) {
      const tenantId = typeof item === 'string' ? item : item.tenantId;
      if (this.#isLeftOut(tenantId)) continue;
      try {
        results.push(await turn(item));
      } catch (error) {
        if (isOutage(error)) throw error;
        failed.add(tenantId);
        this.#count(tenantId, error);
      }
      if (!failed.has(tenantId)) this.#troubles.delete(tenantId);
    }
    return results;
  }

  #isLeftOut(tenantId: string): boolean {
    const trouble = this.#troubles.get(tenantId);
    return trouble !== undefined && trouble.retryAt > this.#ctx.clock.now();
  }

  #count(tenantId: string, error: unknown): void {
    const { clock, random, log } = this.#ctx;
    const before = this.#troubles.get(tenantId);
    const failures = (before?.failures ?? 0) + 1;
    const isNodeAway = error instanceof NodeUnavailable;
    const waitMs = backoffMs(isNodeAway ? backoffOfNode : backoff, failures - 1, random);
    const now = clock.now();
    const lastError = messageOfError(error);
    const retryAt = new Date(now.getTime() + waitMs);
    this.#troubles.set(tenantId, { failures, since: before?.since ?? now, retryAt, lastError });
    const about = { err: error, tenantId, loop: this.#loop, failures, waitMs };
    if (failures >= failuresUntilSetAside && !isNodeAway)
      log.error(about, 'a tenant is set aside after repeated failures');
    else log.error(about, 'the turn of a tenant has failed and is tried again');
  }
}
