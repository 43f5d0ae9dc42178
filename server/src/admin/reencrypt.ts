import { reencrypt } from '../sealed/reencrypt.ts';
import { countSecretsByKey } from '../sealed/sealed-queries.ts';
import { InvalidCommand, type AdminCommand } from './command.ts';
import { recordCommand, scopeOf } from './record-act.ts';

export const reencryptSecrets: AdminCommand = {
  name: 'reencrypt',
  words: '',
  help: 'Encrypts all secrets with the first key of ENCRYPTION_KEYS, and counts those of each key; may be repeated',
  options: {},
  async run(ctx, { words }) {
    const { db, keys, print } = ctx;
    if (words.length > 0) throw new InvalidCommand('“admin reencrypt” takes no words.');
    await recordCommand(ctx, db.global, { action: 'secrets encrypted anew', subject: scopeOf(null), tenantId: null });
    const { replaced, damaged } = await reencrypt({ db: db.global, keys });
    print(`Secrets encrypted anew: ${replaced}.`);
    if (damaged > 0) print(`Secrets that do not open and stay as they are: ${damaged}.`);
    const [current] = keys.keys();
    for (const [id, count] of await countSecretsByKey(db.global)) {
      const note = id === current ? ', the current key' : keys.has(id) ? '' : ', which is not configured';
      print(`Key ${id}${note}: ${count}.`);
    }
  },
};
