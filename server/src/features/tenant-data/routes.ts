import { dayOf } from '@app/shared/base/calendar-day.ts';
import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { keepTenant, requestDeletion } from './deletion/plan-deletion.ts';
import { openExport, requestExport } from './export/request-export.ts';

export function tenantDataRoutes(ctx: Context): Handlers<typeof contract.tenantData> {
  return {
    requestDeletion: ({ actor, body }) => requestDeletion(ctx, actor, body.companyName),
    takeDeletionBack: ({ actor }) => keepTenant(ctx, actor),
    requestExport: ({ actor }) => requestExport(ctx, actor),
    downloadExport: async ({ actor, params, reply }) => {
      const archive = await openExport(ctx, actor, params.exportId);
      const day = dayOf(ctx.clock.now());
      await reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="watchpost-data-${day}.zip"`)
        .header('cache-control', 'private, no-store')
        .send(archive);
    },
  };
}
