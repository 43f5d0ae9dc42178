import { dayOf } from '@app/shared/base/calendar-day.ts';
import { AppError } from '@app/shared/base/errors.ts';
import { cancelDeletion, planDeletion } from '../features/tenant-data/deletion/plan-deletion.ts';
import { InvalidCommand, type AdminCommand } from './command.ts';
import { recordCommand } from './record-act.ts';
import { findTenant, namedIn } from './find-tenants.ts';

const by = 'operator';

export const deleteTenant: AdminCommand = {
  name: 'delete-tenant',
  words: 'TENANT',
  mostWords: 1,
  help: 'Plans the deletion of a tenant in 14 days, as its owner can; its service is off at once and the owner is told',
  options: { 'take-back': { help: 'takes a planned deletion back' } },
  async run(ctx, given) {
    const tenantId = await findTenant(ctx, given);
    const wish = { tenantId, by, now: ctx.clock.now() };
    const subject = namedIn(given);
    if (given.options['take-back'] === true) {
      await ctx.db.tenant(tenantId, async (tx) => {
        const isTaken = await cancelDeletion(ctx, tx, wish);
        if (!isTaken) throw new InvalidCommand('No deletion of this tenant is planned, or it has begun.');
        await recordCommand(ctx, tx, { action: 'deletion taken back', subject, tenantId });
      });
      ctx.print('The deletion is taken back.');
      return;
    }
    const deletedAt = await ctx.db
      .tenant(tenantId, async (tx) => {
        await recordCommand(ctx, tx, { action: 'deletion planned', subject, tenantId });
        return planDeletion(tx, wish);
      })
      .catch(refuse);
    ctx.print(`The tenant is deleted on ${dayOf(deletedAt)}.`);
  },
};

function refuse(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw new InvalidCommand(`${error.message}: see “invoices”.`, { cause: error });
}
