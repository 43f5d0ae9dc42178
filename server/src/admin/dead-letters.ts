import { commandLine, InvalidCommand, reasonOption, type AdminCommand, type OperatorContext } from './command.ts';
import { insertAct } from './operator-queries.ts';

interface Redrive {
  readonly operator: string;
  readonly reason: string;
}

/**
 * Lets the queue of notifications deliver its dead letters again. Returns their number. The act is recorded first,
 * because the queue takes part in no transaction of the database.
 */
export async function redriveDeadLetters(
  { db, clock, notifications }: OperatorContext,
  { operator, reason }: Redrive,
): Promise<number> {
  const messages = (await notifications?.countDeadLetters()) ?? null;
  if (messages === null) throw new InvalidCommand('There is no queue of notifications with a dead-letter queue.');
  const subject = messages === 1 ? '1 message' : `${messages} messages`;
  const act = { operator, action: 'dead letters delivered again', subject, reason, tenantId: null };
  await insertAct(db.global, { ...act, at: clock.now() });
  return (await notifications?.redrive()) ?? messages;
}

export const redrive: AdminCommand = {
  name: 'redrive',
  words: '',
  mostWords: 0,
  help: 'Delivers the dead letters of the notification queue again, which were received too often without success',
  options: { reason: { value: '"TEXT"', help: 'why, for the list of what operators did' } },
  async run(ctx, given) {
    const messages = await redriveDeadLetters(ctx, { operator: commandLine, reason: reasonOption(given) });
    ctx.print(`Messages that are delivered again: ${messages}.`);
  },
};
