import { sql } from 'kysely';
import type { Login } from '../features/auth/log-in/queries.ts';
import type { Executor } from '../lib/db/db.ts';

/** Returns false if the login has the role already. */
export async function insertOperator(
  db: Executor,
  { tenantId, emailAddressId }: Login,
  grantedAt: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into operators (tenant_id, email_address_id, granted_at)
    values (${tenantId}, ${emailAddressId}, ${grantedAt})
        on conflict do nothing
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Returns false if the login did not have the role. */
export async function deleteOperator(db: Executor, { tenantId, emailAddressId }: Login): Promise<boolean> {
  const { rows } = await sql`
    delete from operators
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}
    returning 1`.execute(db);
  return rows.length > 0;
}

export interface OperatorAct {
  readonly at: Date;
  /** The e-mail address of the operator, or `command line`. */
  readonly operator: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string | null;
  /** The tenant that the act concerns; `null` for the whole product. */
  readonly tenantId: string | null;
}

export async function insertAct(db: Executor, act: OperatorAct): Promise<void> {
  await sql`
    insert into operator_acts (at, operator, action, subject, reason, tenant_id)
    values (${act.at}, ${act.operator}, ${act.action}, ${act.subject}, ${act.reason}, ${act.tenantId})`.execute(db);
}

export async function listActs(db: Executor, most: number): Promise<readonly OperatorAct[]> {
  const { rows } = await sql<OperatorAct>`
    select a.at, a.operator, a.action, a.subject, a.reason, a.tenant_id as "tenantId"
      from operator_acts a
     order by a.at desc, a.operator_act_id desc
     limit ${most}`.execute(db);
  return rows;
}

export async function hasActedSince(
  db: Executor,
  { operator, action, tenantId }: Pick<OperatorAct, 'operator' | 'action' | 'tenantId'>,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from operator_acts a
     where a.at > ${since}
       and a.operator = ${operator}
       and a.action = ${action}
       and a.tenant_id = ${tenantId}
     limit 1`.execute(db);
  return rows.length > 0;
}

export async function forgetActs(db: Executor, before: Date): Promise<void> {
  await sql`delete from operator_acts where at < ${before}`.execute(db);
}
