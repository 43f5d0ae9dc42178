import type { Wake } from '../../../lib/wake.ts';
import { HostGate } from './host-gate.ts';
import type { ClaimedMessage } from './message.ts';
import { claimNext, findTenantsWithDue, type Claim } from './message-queries.ts';
import { leaseMsOf, settle, trySending, type OutboxContext, type AttemptResult } from './send-message.ts';
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
const tenantsAtOnce = 200;

/**
 * Sends the messages of the outbox, each transport separately, so that a server that is down delays no other transport.
 * @param wake called when a slot becomes free while more messages may be due
 */
export function createOutbox(ctx: OutboxContext, senders: readonly Sender[], wake?: Wake<true>): Outbox {
  const lanes = senders.map((sender) => new Lane(ctx, sender, wake));
  const idle = () => Promise.all(lanes.map((lane) => lane.idle()));
  return {
    async turn() {
      for (const lane of lanes) await lane.fill();
    },
    async stop() {
      for (const lane of lanes) lane.isStopping = true;
      await idle();
    },
    async drain() {
      for (const lane of lanes) {
        do await lane.idle();
        while (lane.failure === null && (await lane.fill()) > 0);
        if (lane.failure) throw lane.failure.error;
      }
    },
  };
}

/** Claims, sends and settles the messages of one transport. */
class Lane {
  isStopping = false;
  /** The latest turn that failed. */
  failure: { readonly error: unknown } | null = null;
  readonly #ctx: OutboxContext;
  readonly #sender: Sender;
  readonly #wake: Wake<true> | undefined;
  readonly #gate: HostGate;
  readonly #runs = new Set<Promise<void>>();
  readonly #runsOf = new Map<string, number>();

  constructor(ctx: OutboxContext, sender: Sender, wake: Wake<true> | undefined) {
    this.#ctx = ctx;
    this.#sender = sender;
    this.#wake = wake;
    this.#gate = new HostGate(ctx.clock, sender.limits.perHost);
  }

  async idle(): Promise<void> {
    while (this.#runs.size > 0) await Promise.all(this.#runs);
  }

  /** Returns how many tenants got a turn. */
  async fill(): Promise<number> {
    const { atOnce, perTenant } = this.#sender.limits;
    if (this.isStopping || this.#runs.size >= atOnce) return 0;
    const full = [...this.#runsOf].filter(([, runs]) => runs >= perTenant).map(([tenantId]) => tenantId);
    const found = await findTenantsWithDue(this.#ctx.db.global, {
      transport: this.#sender.transport,
      now: this.#ctx.clock.now(),
      except: full,
      most: tenantsAtOnce,
    });
    // Each tenant gets one turn before any gets a second one.
    for (let round = 0; round < perTenant; round += 1) {
      for (const { tenantId, due } of found) if (round < due) this.#start(tenantId);
    }
    return found.length;
  }

  #start(tenantId: string): void {
    const { atOnce, perTenant } = this.#sender.limits;
    const running = this.#runsOf.get(tenantId) ?? 0;
    if (this.#runs.size >= atOnce || running >= perTenant) return;
    this.#runsOf.set(tenantId, running + 1);
    const run = this.#turnOf(tenantId)
      // The database is unavailable; claimed messages can be claimed again when their leases end.
      .catch((error: unknown) => {
        this.failure = { error };
        this.#ctx.log.error({ err: error, tenantId }, 'sending was broken off');
      })
      .finally(() => {
        this.#runs.delete(run);
        const left = (this.#runsOf.get(tenantId) ?? 1) - 1;
        if (left > 0) this.#runsOf.set(tenantId, left);
        else this.#runsOf.delete(tenantId);
      });
    this.#runs.add(run);
  }

  async #turnOf(tenantId: string): Promise<void> {
    const { db, clock } = this.#ctx;
    const endsAt = clock.now().getTime() + turnMs;
    let message = await db.tenant(tenantId, (tx) => claimNext(tx, this.#claimOf(tenantId)));
    for (let sent = 1; message; sent += 1) {
      const current: ClaimedMessage = message;
      const tried = await trySending(this.#ctx, { sender: this.#sender, gate: this.#gate }, current);
      const isOver = this.isStopping || sent >= mostPerTurn || clock.now().getTime() >= endsAt;
      message = await this.#settleAndClaim(current, { tried, isOver });
      if (isOver) this.#wake?.ring(true);
    }
  }

  #settleAndClaim(
    message: ClaimedMessage,
    { tried, isOver }: { readonly tried: AttemptResult; readonly isOver: boolean },
  ): Promise<ClaimedMessage | null> {
    const { db } = this.#ctx;
    return db.tenant(message.tenantId, async (tx) => {
      await settle(this.#ctx, tx, { sender: this.#sender, message, tried });
      return isOver ? null : claimNext(tx, this.#claimOf(message.tenantId));
    });
  }

  #claimOf(tenantId: string): Claim {
    const now = this.#ctx.clock.now();
    const { transport, limits } = this.#sender;
    const leaseEndsAt = new Date(now.getTime() + leaseMsOf(this.#sender));
    const claim = { tenantId, transport, claimedBy: this.#ctx.random.uuid(), now, leaseEndsAt };
    return { ...claim, keepsOrder: limits.keepsOrder };
  }
}
