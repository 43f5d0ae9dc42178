import { cleanEmail } from '@app/shared/domain/inputs/email-address.ts';
import { findLogin } from '../features/auth/log-in/queries.ts';
import { securityMail } from '../features/auth/mails/security-mail.ts';
import { findTwoFactorSince } from '../features/auth/second-step/two-factor-queries.ts';
import { removeFactors } from '../features/auth/second-step/two-factor.ts';
import { enqueueAccountMail } from '../features/delivering/outbox/account-mail.ts';
import { InvalidCommand, type AdminCommand } from './command.ts';
import { recordCommand } from './record-act.ts';

export const takeSecondStepAway: AdminCommand = {
  name: 'second-step-away',
  words: 'ADDRESS',
  help: 'Takes the second step of a log-in away from somebody who has lost it, and ends all sessions; be sure who asks',
  options: {},
  async run(ctx, { words }) {
    const [address = ''] = words;
    const key = await findLogin(ctx.db.global, cleanEmail(address).toLowerCase());
    if (!key || words.length !== 1) throw new InvalidCommand(`“${words.join(' ')}” is no address that logs in.`);
    const now = ctx.clock.now();
    const { email, sessionHashes } = await ctx.db.tenant(key.tenantId, async (tx) => {
      if (!(await findTwoFactorSince(tx, key))) throw new InvalidCommand(`${address.trim()} has no second step.`);
      const removed = await removeFactors(tx, { key, by: 'operator', now, except: null });
      const news = { email: removed.email, news: 'stepTakenAwayBySupport', browser: null } as const;
      const mail = securityMail({ ...news, at: now, publicUrl: ctx.config.publicUrl });
      await enqueueAccountMail(ctx, tx, { ...key, kind: 'security', mail, expiresAt: null });
      const act = { action: 'second step taken away', subject: removed.email, tenantId: key.tenantId };
      await recordCommand(ctx, tx, act);
      return removed;
    });
    ctx.print(`${email} logs in with the password alone. Sessions ended: ${sessionHashes.length}.`);
  },
};
