import type { Wake } from '../../../lib/wake.ts';
import { NodeUnavailable } from '../../../lib/db/unavailable.ts';
import { HostGate } from './host-gate.ts';
import type { ClaimedMessage } from './message.ts';
import { claimNext, findTenantsWithDue, findTransportsWithDue, type Claim } from './claim-queries.ts';
import { leaseMsOf, record, settle, trySending, type OutboxContext, type AttemptResult } from './send-message.ts';
import type { Sender } from './sender.ts';

export interface Outbox {
  /** Starts to send due messages and returns at once. */
  turn(): Promise<void>;
  /** Stops claiming messages; resolves when all claimed messages are settled. */
  stop(): Promise<void>;
  /** Resolves when all due messages are settled; rejects if a turn failed. */
  drain(): Promise<void>;
}

/** After this many messages the turn passes to other tenants. */
const mostPerTurn = 20;
const turnMs = 30_000;
const tenantsPerSearch = 200;

/**
 * Sends the messages of the outbox, each transport separately, so that a server that is down delays no other transport.
 * @param wake called when a slot becomes free while more messages may be due
 */
export function createOutbox(ctx: OutboxContext, senders: readonly Sender[], wake?: Wake<true>): Outbox {
  const lanes = senders.map((sender) => new Lane(ctx, sender, wake));
  const idle = () => Promise.all(lanes.map((lane) => lane.idle()));
  const findLanesWithDue = async (): Promise<readonly Lane[]> => {
    const due = await ctx.db.acrossTenants((db) => findTransportsWithDue(db, ctx.clock.now()));
    return lanes.filter(({ transport }) => due.has(transport));
  };
  return {
    async turn() {
      for (const lane of await findLanesWithDue()) await lane.fill();
    },
    async stop() {
      for (const lane of lanes) lane.isStopping = true;
      await idle();
    },
    async drain() {
      for (let isOver = false; !isOver;) {
        for (const lane of lanes) await lane.succeed();
        isOver = true;
        for (const lane of await findLanesWithDue()) {
          if ((await lane.fill()) > 0) isOver = false;
          await lane.succeed();
        }
      }
    },
  };
}

/** Claims, sends and settles the messages of one transport. */
class Lane {
  isStopping = false;
  /** The latest turn that failed. */
  #failure: { readonly error: unknown } | null = null;
  readonly #ctx: OutboxContext;
  readonly #sender: Sender;
  readonly #wake: Wake<true> | undefined;
  readonly #gate: HostGate;
  readonly #runs = new Set<Promise<void>>();
  readonly #runsOf = new Map<string, number>();
  /** Tenants whose turn comes when a slot becomes free; a tenant with several messages may be listed several times. */
  #next: string[] = [];
  /** Whether there may be due messages of tenants that are not in `#next`. */
  #mayMiss = false;
  /** Whether a message was claimed since the last search. Without one, another search would find the same tenants. */
  #hasClaimed = false;

  constructor(ctx: OutboxContext, sender: Sender, wake: Wake<true> | undefined) {
    this.#ctx = ctx;
    this.#sender = sender;
    this.#wake = wake;
    this.#gate = new HostGate(ctx.clock, sender.limits.perHost);
  }

  get transport(): string {
    return this.#sender.transport;
  }

  async idle(): Promise<void> {
    while (this.#runs.size > 0) await Promise.all(this.#runs);
  }

  /** Resolves when the lane is idle; rejects if a turn failed. */
  async succeed(): Promise<void> {
    await this.idle();
    if (this.#failure) throw this.#failure.error;
  }

  /** Gives turns to tenants with due messages; returns how many there are. */
  async fill(): Promise<number> {
    const { atOnce, perTenant, keepsOrder } = this.#sender.limits;
    this.#mayMiss = true;
    if (this.isStopping || this.#runs.size >= atOnce) return 0;
    const full = [...this.#runsOf].filter(([, runs]) => runs >= perTenant).map(([tenantId]) => tenantId);
    const found = await this.#ctx.db.acrossTenants((db) =>
      findTenantsWithDue(db, {
        transport: this.#sender.transport,
        now: this.#ctx.clock.now(),
        keepsOrder,
        except: full,
        most: tenantsPerSearch,
      }),
    );
    this.#mayMiss = found.length === tenantsPerSearch;
    this.#hasClaimed = false;
    // Each tenant gets one turn before any gets a second one.
    this.#next = Array.from({ length: perTenant }, (_, round) => found.filter(({ due }) => round < due))
      .flat()
      .map(({ tenantId }) => tenantId);
    this.#startNext();
    return found.length;
  }

  #startNext(): void {
    const { atOnce, perTenant } = this.#sender.limits;
    while (!this.isStopping && this.#runs.size < atOnce) {
      const tenantId = this.#next.shift();
      if (tenantId === undefined) break;
      const running = this.#runsOf.get(tenantId) ?? 0;
      if (running < perTenant) this.#start(tenantId, running);
    }
    if (this.#next.length === 0 && this.#mayMiss && this.#hasClaimed) this.#wake?.ring(true);
  }

  #start(tenantId: string, running: number): void {
    this.#runsOf.set(tenantId, running + 1);
    const run = this.#run(tenantId).finally(() => {
      this.#runs.delete(run);
      this.#startNext();
    });
    this.#runs.add(run);
  }

  async #run(tenantId: string): Promise<void> {
    try {
      const isOver = await this.#turnOf(tenantId);
      // Another turn of a tenant whose messages are all claimed would find none.
      if (isOver) this.#mayMiss = true;
      else this.#next = this.#next.filter((other) => other !== tenantId);
    } catch (error) {
      // The database is unavailable, or the data node of the tenant; claimed messages can be claimed again when their
      // leases end.
      this.#failure = { error };
      const isOnlyNode = error instanceof NodeUnavailable;
      this.#next = isOnlyNode ? this.#next.filter((other) => other !== tenantId) : [];
      if (!isOnlyNode) this.#mayMiss = false;
      this.#ctx.log.error({ err: error, tenantId }, 'sending was broken off');
    } finally {
      const left = (this.#runsOf.get(tenantId) ?? 1) - 1;
      if (left > 0) this.#runsOf.set(tenantId, left);
      else this.#runsOf.delete(tenantId);
    }
  }

  /** Returns whether the turn ended although the tenant may have more due messages. */
  async #turnOf(tenantId: string): Promise<boolean> {
    const { clock } = this.#ctx;
    const endsAt = clock.now().getTime() + turnMs;
    let message = await this.#claimNextOf(tenantId);
    for (let sent = 1; message; sent += 1) {
      this.#hasClaimed = true;
      const current: ClaimedMessage = message;
      const tried = await trySending(this.#ctx, { sender: this.#sender, gate: this.#gate }, current);
      await this.#settle(current, tried);
      if (this.isStopping || sent >= mostPerTurn || clock.now().getTime() >= endsAt) return true;
      message = await this.#claimNextOf(tenantId);
    }
    return false;
  }

  #claimNextOf(tenantId: string): Promise<ClaimedMessage | null> {
    return claimNext(this.#ctx.db, this.#claimOf(tenantId));
  }

  #settle(message: ClaimedMessage, tried: AttemptResult): Promise<void> {
    const sender = this.#sender;
    return record(this.#ctx, { sender, isStopping: () => this.isStopping }, () =>
      settle(this.#ctx, { sender, message, tried }),
    );
  }

  #claimOf(tenantId: string): Claim {
    const now = this.#ctx.clock.now();
    const { transport, limits } = this.#sender;
    const leaseEndsAt = new Date(now.getTime() + leaseMsOf(this.#sender));
    const claim = { tenantId, transport, claimedBy: this.#ctx.random.uuid(), now, leaseEndsAt };
    return { ...claim, keepsOrder: limits.keepsOrder };
  }
}
