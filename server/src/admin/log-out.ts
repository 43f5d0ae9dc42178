import { cleanEmail } from '@app/shared/domain/inputs/email-address.ts';
import { recordAudit } from '../features/accounts/audit-queries.ts';
import { endAccess } from '../features/auth/end-access.ts';
import { findLogin } from '../features/auth/log-in/queries.ts';
import { InvalidCommand, type AdminCommand } from './command.ts';
import { recordCommand } from './record-act.ts';

export const logOut: AdminCommand = {
  name: 'log-out',
  words: 'ADDRESS',
  help: 'Ends all sessions, links, tokens and programs of somebody whose access a stranger may have',
  options: {},
  async run(ctx, { words }) {
    const [address = ''] = words;
    const subject = cleanEmail(address).toLowerCase();
    const key = await findLogin(ctx.db.global, subject);
    if (!key || words.length !== 1) throw new InvalidCommand(`“${words.join(' ')}” is no address that logs in.`);
    const { tenantId } = key;
    const ended = await ctx.db.tenant(tenantId, async (tx) => {
      await recordAudit(tx, [{ tenantId, at: ctx.clock.now(), actor: 'operator', action: 'access ended', subject }]);
      await recordCommand(ctx, tx, { action: 'access ended', subject, tenantId });
      return endAccess(tx, key);
    });
    ctx.print(`${subject} has to log in again. Sessions ended: ${ended.length}.`);
  },
};
