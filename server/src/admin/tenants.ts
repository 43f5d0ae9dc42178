import { dayOf } from '@app/shared/base/calendar-day.ts';
import type { AdminCommand } from './command.ts';
import { listTenants } from './tenant-queries.ts';

export const tenants: AdminCommand = {
  name: 'tenants',
  words: '[SEARCH]',
  help: 'Lists tenants: id, company, owner, end of the trial, package and code',
  options: {},
  async run(ctx, { words }) {
    const found = await listTenants(ctx.db.global, words.join(' '));
    for (const { tenantId, companyName, ownerEmail, trialEndsAt, packageId, inviteCode } of found) {
      const trial = `trial until ${dayOf(trialEndsAt)}`;
      const sold = packageId === null ? 'standard package' : `package ${packageId} by ${inviteCode ?? 'no code'}`;
      ctx.print([tenantId, companyName, ownerEmail ?? 'no owner', trial, sold].join('  '));
    }
    if (found.length === 0) ctx.print('There is no such tenant.');
  },
};
