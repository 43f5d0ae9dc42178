import { sql } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import type { Tx } from '../../../lib/db/db.ts';

/** An adjustment, credit or fee that no invoice includes yet. */
export interface Correction {
  readonly correctionId: number;
  readonly mills: number;
  readonly reason: string;
}

interface NewCorrection {
  readonly tenantId: string;
  readonly kind: 'adjustment' | 'credit' | 'fee';
  readonly day: Day | null;
  readonly mills: number;
  readonly reason: string;
  readonly createdAt: Date;
}

export async function insertCorrection(tx: Tx, correction: NewCorrection): Promise<void> {
  const { tenantId, kind, day, mills, reason, createdAt } = correction;
  await sql`
    insert into corrections (tenant_id, kind, day, mills, reason, created_at)
    values (${tenantId}, ${kind}, ${day}, ${mills}, ${reason}, ${createdAt})`.execute(tx);
}

interface ListedCorrection {
  readonly kind: 'adjustment' | 'credit' | 'fee';
  readonly createdOn: Day;
  readonly mills: number;
  readonly reason: string;
}

export async function listAllCorrections(tx: Tx, tenantId: string): Promise<readonly ListedCorrection[]> {
  const { rows } = await sql<ListedCorrection>`
    select c.kind,
           to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as "createdOn",
           c.mills::float8 as mills,
           c.reason
      from corrections c
     where c.tenant_id = ${tenantId}
     order by c.correction_id`.execute(tx);
  return rows;
}
