import { cleanEmail } from '@app/shared/domain/inputs/email-address.ts';
import { findLogin } from '../features/auth/log-in/queries.ts';
import { removeFactors } from '../features/auth/second-step/two-factor.ts';
import { InvalidCommand, type AdminCommand } from './command.ts';

export const takeSecondStepAway: AdminCommand = {
  name: 'second-step-away',
  words: 'ADDRESS',
  help: 'Takes the second step of a log-in away from somebody who has lost it, and ends all sessions; be sure who asks',
  options: {},
  async run(ctx, { words }) {
    const [address = ''] = words;
    const key = await findLogin(ctx.db.global, cleanEmail(address).toLowerCase());
    if (!key || words.length !== 1) throw new InvalidCommand(`“${words.join(' ')}” is no address that logs in.`);
    const taking = { key, by: 'operator', now: ctx.clock.now(), except: null };
    const { email, sessionHashes } = await ctx.db.tenant(key.tenantId, (tx) => removeFactors(tx, taking));
    ctx.print(`${email} logs in with the password alone. Sessions ended: ${sessionHashes.length}.`);
  },
};
