import { AppError } from '@app/shared/base/errors.ts';
import { cancelDeletion, planDeletion } from '../features/tenant-data/deletion/plan-deletion.ts';
import { InvalidCommand, type AdminCommand } from './command.ts';
import { findTenant } from './find-tenants.ts';

const by = 'operator';

export const deleteTenant: AdminCommand = {
  name: 'delete-tenant',
  words: 'WHO',
  mostWords: 1,
  help: 'Plans the deletion of a tenant in 14 days, as its owner can; its service is off at once and the owner is told',
  options: { 'take-back': { help: 'takes a planned deletion back' } },
  async run(ctx, given) {
    const tenantId = await findTenant(ctx, given);
    const now = ctx.clock.now();
    if (given.options['take-back'] === true) {
      const isTaken = await ctx.db.tenant(tenantId, (tx) => cancelDeletion(ctx, tx, { tenantId, by, now }));
      if (!isTaken) throw new InvalidCommand('No deletion of this tenant is planned, or it has begun.');
      ctx.print('The deletion is taken back.');
      return;
    }
    const deletedAt = await ctx.db.tenant(tenantId, (tx) => planDeletion(tx, { tenantId, by, now })).catch(refuse);
    ctx.print(`The tenant is deleted on ${deletedAt.toISOString().slice(0, 10)}.`);
  },
};

function refuse(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw new InvalidCommand(`${error.message}: see “invoices”.`, { cause: error });
}
