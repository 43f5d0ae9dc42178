import { cleanEmail } from '@app/shared/domain/inputs/email-address.ts';
import { findLogin } from '../features/auth/log-in/queries.ts';
import { InvalidCommand, type AdminCommand } from './command.ts';
import { deleteOperator, insertOperator } from './operator-queries.ts';
import { recordCommand } from './record-act.ts';

export const setOperator: AdminCommand = {
  name: 'operator',
  words: 'ADDRESS',
  help: 'Lets a login see /operator, which shows all tenants; it needs a second step of its log-in too',
  options: { remove: { help: 'takes the role away' } },
  async run({ db, clock, print }, { words, options }) {
    const [address = ''] = words;
    const email = cleanEmail(address).toLowerCase();
    const login = await findLogin(db.global, email);
    if (!login || words.length !== 1) throw new InvalidCommand(`“${words.join(' ')}” is no address that logs in.`);
    const isRemoved = options['remove'] === true;
    await db.together(async (tx) => {
      const hasChanged = isRemoved ? await deleteOperator(tx, login) : await insertOperator(tx, login, clock.now());
      if (!hasChanged) throw new InvalidCommand(`${email} ${isRemoved ? 'is no operator' : 'is an operator already'}.`);
      const action = isRemoved ? 'role taken away' : 'role given';
      await recordCommand({ clock }, tx, { action, subject: email, tenantId: login.tenantId });
    });
    print(isRemoved ? `${email} is no operator any more.` : `${email} is an operator, once a second step is set up.`);
  },
};
