import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { AmongTenants } from './among-tenants.ts';
import { withPlugin, type Executor } from './executor.ts';
import { DatabaseUnavailable, NodeUnavailable } from './unavailable.ts';

/** Tenants are left out for this long, and then their nodes are asked again. */
const knownForMs = 5_000;
/** The time limit of a probe. A frozen node accepts a connection and never answers. */
const probeMs = 3_000;
/** The time limit for ending a cancelled probe, which may have to wait for the frozen node again. */
const probeEndMs = 1_000;
/** A search that takes longer may be waiting for a frozen node, so the nodes are probed. */
const slowMs = 2_000;

interface Placement {
  readonly tenantId: string;
  readonly node: number;
}

interface Reach {
  /** Restricts a statement to the tenants whose nodes answer. */
  readonly among: AmongTenants;
  readonly leftOut: ReadonlySet<string>;
  readonly until: number;
}

interface Nodes {
  /** Connections for probes only, because all other connections may be waiting for a frozen node. */
  readonly prober: Executor;
  /** Runs a probe, which reads one tenant's row, in a transaction of that tenant. */
  probe(tenantId: string, work: (tx: Executor) => Promise<unknown>): Promise<unknown>;
  /**
   * Ends the statements that wait for the nodes of these tenants. Called each time that nodes were found to be away.
   */
  leave(leftOut: ReadonlySet<string>): void;
}

/**
 * Reads the rows of all tenants of a cluster, without the tenants of data nodes that are away: a statement that asks all
 * nodes fails when one of them does not answer. While all nodes are there, the statement runs as it is.
 */
export class ReachableTenants {
  readonly #nodes: Nodes;
  #reach: Reach | null = null;
  #looking: Promise<void> | null = null;

  constructor(nodes: Nodes) {
    this.#nodes = nodes;
  }

  /** The number of tenants that are left out at present. */
  get leftOut(): number {
    return this.#reach?.leftOut.size ?? 0;
  }

  isLeftOut(tenantId: string): boolean {
    return this.#reach?.leftOut.has(tenantId) ?? false;
  }

  /** Fails at once for a tenant that is left out: a silent node would hold a connection until the time limit. */
  refuse(tenantId: string): void {
    if (!this.#reach?.leftOut.has(tenantId)) return;
    this.#renew(this.#reach);
    throw new NodeUnavailable(new Error('The data node of the tenant is away'));
  }

  async read<T>(kysely: Executor, read: (executor: Executor) => Promise<T>): Promise<T> {
    if (this.#reach) {
      this.#renew(this.#reach);
    } else {
      const all = await this.#readAll(() => read(kysely));
      if (all) return all.result;
    }
    return read(this.#reach ? withPlugin(kysely, this.#reach.among) : kysely);
  }

  /**
   * Reads the rows of all tenants, or returns `null` if data nodes are away. The nodes are probed when the statement
   * fails or takes long.
   */
  async #readAll<T>(read: () => Promise<T>): Promise<{ readonly result: T } | null> {
    const answered = new AbortController();
    const reading = read()
      .then((result) => ({ result }))
      .finally(() => answered.abort());
    const isSlow = delay(slowMs, null, { signal: answered.signal, ref: false });
    try {
      const early = await Promise.race([reading, isSlow.catch(() => reading)]);
      if (early) return early;
      await this.#look();
      return this.#reach ? null : await reading;
    } catch (error) {
      if (!mayBeOfNode(error)) throw error;
      await this.#look();
      // All nodes answer again, so the failure has a cause in the statement itself.
      if (!this.#reach) throw error;
      return null;
    }
  }

  /**
   * Probes the nodes again once the last result is too old. Callers do not wait for the new result, because a silent
   * node takes seconds.
   */
  #renew({ until }: Reach): void {
    if (performance.now() > until) void this.#look().catch(() => undefined);
  }

  /** Finds the nodes that are away, by probing one tenant of each node. Concurrent callers share one search. */
  #look(): Promise<void> {
    return (this.#looking ??= this.#findAndLeave().finally(() => (this.#looking = null)));
  }

  async #findAndLeave(): Promise<void> {
    this.#reach = await this.#find();
    if (this.#reach) this.#nodes.leave(this.#reach.leftOut);
  }

  async #find(): Promise<Reach | null> {
    const { prober } = this.#nodes;
    const byNode = Map.groupBy(await listPlacements(prober), ({ node }) => node);
    const isThere = await Promise.all([...byNode.values()].map(([first]) => this.#answers(first)));
    if (!isThere.includes(false)) return null;
    const all = [...byNode.values()];
    const reachable = all.filter((_, index) => isThere[index]).flat();
    const tables = await listDistributed(prober);
    return {
      among: new AmongTenants({ tables, tenantIds: reachable.map(({ tenantId }) => tenantId) }),
      leftOut: new Set(all.filter((_, index) => !isThere[index]).flatMap((few) => few.map(({ tenantId }) => tenantId))),
      until: performance.now() + knownForMs,
    };
  }

  #answers(placement: Placement | undefined): Promise<boolean> {
    const givenUp = delay(probeMs + probeEndMs, false, { ref: false });
    return placement ? Promise.race([this.#ask(placement), givenUp]) : Promise.resolve(true);
  }

  async #ask(placement: Placement): Promise<boolean> {
    try {
      await this.#nodes.probe(placement.tenantId, async (tx) => {
        await sql`select set_config('statement_timeout', ${String(probeMs)}, true)`.execute(tx);
        await sql`select from tenants t where t.tenant_id = ${placement.tenantId}`.execute(tx);
      });
      return true;
    } catch (error) {
      if (mayBeOfNode(error)) return false;
      throw error;
    }
  }
}

const cancelledCode = '57014';

/**
 * Whether a node that is away may have caused the error. A statement that waits for a frozen node is cancelled by its
 * time limit.
 */
const mayBeOfNode = (error: unknown): boolean =>
  error instanceof NodeUnavailable ||
  (error instanceof DatabaseUnavailable &&
    error.cause instanceof pg.DatabaseError &&
    error.cause.code === cancelledCode);

/** Lists the tenants with the group of nodes that has their rows. The coordinator knows every tenant by its logins. */
async function listPlacements(kysely: Executor): Promise<readonly Placement[]> {
  const { rows } = await sql<Placement>`
    select l.tenant_id as "tenantId", p.groupid as node
      from (select distinct tenant_id from logins) l
      join pg_dist_placement p
        on p.shardid = get_shard_id_for_distribution_column('tenants', l.tenant_id)`.execute(kysely);
  return rows;
}

async function listDistributed(kysely: Executor): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select d.logicalrelid::text as name
      from pg_dist_partition d
     where d.partmethod = 'h'`.execute(kysely);
  return new Set(rows.map(({ name }) => name));
}
