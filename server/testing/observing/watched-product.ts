import { sql } from 'kysely';
import { factsBelongTo } from '@app/shared/watchdogs/facts/observations.ts';
import { afterAll, beforeEach } from 'vitest';
import { createJudging } from '../../src/features/judging/ingest.ts';
import type { Observation } from '../../src/features/observing/recording/observation.ts';
import type { Db } from '../../src/lib/db/db.ts';
import { testClock } from '../clock.ts';
import { testDatabase } from '../database/database.ts';
import { buildProduct, buildTenant, openTestDb, type BuiltTenant } from '../database/factories.ts';

interface Scene {
  readonly tenant: BuiltTenant;
  readonly productId: string;
}

interface WatchedItem {
  readonly status: number;
  readonly issueStatus: number;
  readonly issueStatusBy: string | null;
  readonly message: string | null;
  readonly to: string | null;
  readonly mutedUntil: Date | null;
  readonly changedAt: Date | null;
  readonly version: string;
}

/** Gives each test a tenant with one newly found product. Call it once at the top of the file. */
export function watchedProduct() {
  const database = testDatabase();
  const clock = testClock(new Date('2026-11-20T08:00:00Z'));
  let opened: Db | undefined;
  const db = () => (opened ??= openTestDb(database.workerUrl));
  const judging = () => createJudging({ db: db(), clock });
  let scene: Scene | undefined;
  const known = (): Scene => {
    if (!scene) throw new Error('Each test has a product, and nothing before it');
    return scene;
  };
  beforeEach(async () => {
    const tenant = await buildTenant(db());
    scene = { tenant, productId: await buildProduct(db(), { tenant, judging: judging() }) };
  });
  afterAll(() => opened?.close());
  return {
    database,
    clock,
    judging,
    get db() {
      return db();
    },
    get tenant() {
      return known().tenant;
    },
    get productId() {
      return known().productId;
    },
    /** Ingests what one source observed at that moment. */
    observe(facts: Pick<Observation, 'aspect' | 'facts'>, observedAt = clock.now()) {
      const { tenant, productId } = known();
      const sku = factsBelongTo[facts.aspect] === 'product' ? '' : 'SKILLET-26';
      return judging().ingest(tenant.tenantId, [{ ...facts, productId, sku, observedAt } as Observation]);
    },
    /** Returns the item of this watchdog. */
    async item(type: string): Promise<WatchedItem | undefined> {
      const { tenant, productId } = known();
      const { rows } = await db().tenant(tenant.tenantId, (tx) =>
        sql<WatchedItem>`
          select i.status, i.issue_status as "issueStatus",
                 i.issue_status_by as "issueStatusBy", i.message, i.to_text as "to",
                 i.muted_until as "mutedUntil", i.changed_at as "changedAt", i.version
            from items i
           where i.tenant_id = ${tenant.tenantId}
             and i.item_id = ${`${type}-${productId}`}`.execute(tx),
      );
      return rows[0];
    },
  };
}
