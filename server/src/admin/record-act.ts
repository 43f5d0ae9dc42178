import { recordAudit } from '../features/accounts/audit-queries.ts';
import type { Db, Executor, Tx } from '../lib/db/db.ts';
import { commandLine, type GlobalContext, type OperatorContext } from './command.ts';
import { insertAct, type OperatorAct } from './operator-queries.ts';

type Act = Omit<OperatorAct, 'at' | 'reason'>;

/**
 * Adds an act without a reason to the list of what operators did. `db` is the transaction of the act. An act for many
 * tenants is recorded before its work, which a crash may end in the middle.
 */
export const recordAct = ({ clock }: Pick<OperatorContext, 'clock'>, db: Executor, act: Act): Promise<void> =>
  insertAct(db, { ...act, at: clock.now(), reason: null });

/** Records an act of a command, where no person is logged in. */
export const recordCommand = (
  ctx: Pick<OperatorContext, 'clock'>,
  db: Executor,
  act: Omit<Act, 'operator'>,
): Promise<void> => recordAct(ctx, db, { ...act, operator: commandLine });

interface TenantAct {
  readonly tenantId: string;
  /** The tenant as the command named it. */
  readonly named: string;
  readonly action: string;
  readonly subject: string;
}

/** Records a command for one tenant, in the audit trail of its owner too. */
export async function recordForTenant(
  ctx: Pick<OperatorContext, 'clock'>,
  tx: Tx,
  { tenantId, named, action, subject }: TenantAct,
): Promise<void> {
  await recordAudit(tx, [{ tenantId, at: ctx.clock.now(), actor: 'operator', action, subject }]);
  await recordCommand(ctx, tx, { tenantId, action, subject: `${subject} (${named})` });
}

interface GlobalAct<Result> {
  readonly operator: string;
  readonly action: string;
  subjectOf(result: Result): string;
}

/** Changes global tables, and records the act in the same transaction. */
export const changeGlobally = <Result>(
  { db, clock }: Pick<OperatorContext, 'clock'> & { readonly db: Pick<Db, 'together'> },
  { operator, action, subjectOf }: GlobalAct<Result>,
  work: (global: GlobalContext) => Promise<Result>,
): Promise<Result> =>
  db.together(async (tx) => {
    const result = await work({ db: { global: tx }, clock });
    await recordAct({ clock }, tx, { operator, action, subject: subjectOf(result), tenantId: null });
    return result;
  });

/** The tenants of an act, as its subject names them; `null` are all. */
export const scopeOf = (tenantId: string | null): string => (tenantId === null ? 'all tenants' : 'one tenant');
