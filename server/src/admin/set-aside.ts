import type { operatorCalls } from '@app/shared/contract/operator.ts';
import type { ParsedRequest } from '@app/shared/contract/endpoint.ts';
import { recordAudit } from '../features/accounts/audit-queries.ts';
import type { Tx } from '../lib/db/db.ts';
import {
  commandLine,
  InvalidCommand,
  reasonOption,
  type AdminCommand,
  type CommandArguments,
  type OperatorContext,
} from './command.ts';
import { insertAct, type OperatorAct } from './operator-queries.ts';
import {
  askForTurn,
  deletePoisonedNotification,
  dropMessage,
  findPoisonedBody,
  listPoisonedNotifications,
  listSetAsideMessages,
  listSetAsideTurns,
  retryMessage,
  type PoisonedNotification,
} from './set-aside-queries.ts';

/** The length limit of the list, which is more than an operator reads at once. */
const mostListed = 100;

/** Lists the work that was set aside after repeated failures. */
export async function listSetAside({ db }: Pick<OperatorContext, 'db'>) {
  return {
    messages: await listSetAsideMessages(db.global, mostListed),
    turns: await listSetAsideTurns(db.global, mostListed),
    notifications: (await listPoisonedNotifications(db.global, mostListed)).map((one) => ({
      ...one,
      type: typeOf(one),
    })),
  };
}

/**
 * Returns the type of the notification, or `null`. A notification may have been set aside because it is not JSON, so
 * the type is searched for in the text.
 */
const typeOf = ({ body }: PoisonedNotification): string | null =>
  /"notificationType"\s*:\s*"(\w{1,60})"/i.exec(body)?.[1] ?? null;

type Settlement = ParsedRequest<typeof operatorCalls.settleSetAside>['body'];
type Work = Settlement['work'];

/** Tries work again that was set aside, or drops it. Throws if there is no such work. */
export async function settleSetAside(
  ctx: OperatorContext,
  { verb, work, reason, operator }: Settlement & { readonly operator: string },
): Promise<void> {
  if (verb === 'drop' && work.kind === 'turn')
    throw new InvalidCommand('The turn of a tenant in a chore cannot be dropped: it is tried about once an hour.');
  const at = ctx.clock.now();
  const action = verb === 'retry' ? 'set-aside work tried again' : 'set-aside work dropped';
  const tenantId = work.kind === 'notification' ? null : work.tenantId;
  const act = { at, operator, action, subject: nameOf(work), reason, tenantId };
  if (work.kind === 'notification') {
    await settleNotification(ctx, { verb, notificationNo: work.notificationNo, act });
    return;
  }
  await ctx.db.tenant(work.tenantId, async (tx) => {
    if (!(await settleOfTenant(tx, { verb, work, at })))
      throw new InvalidCommand('This work is not set aside any more.');
    await recordAudit(tx, [{ tenantId: work.tenantId, at, actor: 'operator', action, subject: nameOf(work) }]);
    await insertAct(tx, act);
  });
}

interface TenantSettlement {
  readonly verb: Settlement['verb'];
  readonly work: Exclude<Work, { readonly kind: 'notification' }>;
  readonly at: Date;
}

function settleOfTenant(tx: Tx, { verb, work, at }: TenantSettlement): Promise<boolean> {
  if (work.kind === 'turn') return askForTurn(tx, work);
  return verb === 'retry' ? retryMessage(tx, work, at) : dropMessage(tx, work);
}

interface NotificationSettlement {
  readonly verb: Settlement['verb'];
  readonly notificationNo: string;
  readonly act: OperatorAct;
}

async function settleNotification(
  ctx: OperatorContext,
  { verb, notificationNo, act }: NotificationSettlement,
): Promise<void> {
  const { db } = ctx;
  const body = await findPoisonedBody(db.global, notificationNo);
  if (body === null) throw new InvalidCommand('This notification is not set aside any more.');
  if (verb === 'retry') {
    await sendAgain(ctx, { body, act });
    await deletePoisonedNotification(db.global, notificationNo);
    return;
  }
  await db.together(async (tx) => {
    await deletePoisonedNotification(tx, notificationNo);
    await insertAct(tx, act);
  });
}

/**
 * Sends a notification to the queue again. The act is recorded first, because the queue takes part in no transaction of
 * the database. If another delivery of the notification was processed before, the worker recognises its id.
 */
async function sendAgain(
  { db, clock, notifications }: OperatorContext,
  { body, act }: { readonly body: string; readonly act: OperatorAct },
): Promise<void> {
  if (!notifications) throw new InvalidCommand('No queue of notifications is configured.');
  await insertAct(db.global, act);
  try {
    await notifications.send(body);
  } catch (error) {
    const action = 'set-aside work not tried again: the queue did not take it';
    await insertAct(db.global, { ...act, at: clock.now(), action });
    throw error;
  }
}

function nameOf(work: Work): string {
  if (work.kind === 'message') return `message ${work.messageId}`;
  return work.kind === 'turn' ? work.chore : `notification ${work.notificationNo}`;
}

export const setAside: AdminCommand = {
  name: 'set-aside',
  words: '[retry|drop message TENANT ID | retry turn TENANT CHORE | retry|drop notification NUMBER]',
  help: 'Lists the work that was set aside after repeated failures, or tries or drops one piece of it',
  options: { reason: { value: '"TEXT"', help: 'why, for the list of what operators did' } },
  async run(ctx, given) {
    if (given.words.length > 0) {
      await settleSetAside(ctx, { ...parseSettlement(given), operator: commandLine });
      return ctx.print('Done.');
    }
    const { messages, turns, notifications } = await listSetAside(ctx);
    for (const one of messages) ctx.print(`message ${one.tenantId} ${one.messageId}  ${one.error ?? ''}`);
    for (const one of turns) ctx.print(`turn ${one.tenantId} ${one.chore}  ${one.failures} failures: ${one.error}`);
    for (const one of notifications) ctx.print(`notification ${one.notificationNo}  ${one.type ?? ''} ${one.reason}`);
    if (messages.length + turns.length + notifications.length === 0) ctx.print('Nothing is set aside.');
  },
};

function parseSettlement(given: CommandArguments): Settlement {
  const [verb, kind, first = '', ...rest] = given.words;
  const reason = reasonOption(given);
  if (verb !== 'retry' && verb !== 'drop') throw new InvalidCommand(`“${verb ?? ''}” is neither retry nor drop.`);
  const second = rest.join(' ');
  const isTenant = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(first);
  if (kind === 'message' && isTenant) return { verb, reason, work: { kind, tenantId: first, messageId: second } };
  if (kind === 'turn' && isTenant) return { verb, reason, work: { kind, tenantId: first, chore: second } };
  if (kind === 'notification' && /^\d{1,18}$/.test(first) && second === '')
    return { verb, reason, work: { kind, notificationNo: first } };
  throw new InvalidCommand(
    'Name the work as the list does: message TENANT ID, turn TENANT CHORE, notification NUMBER.',
  );
}
