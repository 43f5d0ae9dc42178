import { batchesOf } from '@app/shared/base/batches.ts';
import { AppError } from '@app/shared/base/errors.ts';
import { codeOfError } from '@app/shared/base/thrown.ts';
import { isSameEmail } from '@app/shared/domain/inputs/email-address.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { lockTenant } from '../../../lib/db/lock-tenant.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { enqueueAccountMail } from '../../delivering/outbox/account-mail.ts';
import { recordAudit } from '../audit-queries.ts';
import { formerAddressMail } from './former-address-mail.ts';
import type { SettingsBody } from './change-address.ts';
import { mailVerification } from '../verification/email-verification.ts';
import { planMailAgain } from '../recipients/waiting-mail-queries.ts';
import type { AddressKey } from '../queries.ts';
import { planSettings, type ChangedAddress, type CurrentSettings, type SettingsPlan } from './plan-settings.ts';
import { settingsEvents } from './settings-events.ts';
import { areOperatorsAmong, getAccount, listAddresses, lockAddresses } from './settings-queries.ts';
import type { SellerParts, StoredAddress } from './settings-shapes.ts';
import {
  deleteAddresses,
  deleteVerifications,
  insertAddresses,
  listSessionHashes,
  replaceLogins,
  updateAccount,
  updateAddresses,
} from './settings-write-queries.ts';

export type SaveContext = Pick<Context, 'db' | 'clock' | 'random' | 'mailer' | 'config' | 'keys' | 'log'> & {
  readonly sellers: SellerParts;
  /** Whether the actor has given the password a short time ago. */
  isProved(tx: Tx, actor: Actor, now: Date): Promise<boolean>;
  /** Ends the sessions of a user, and everything else that admits somebody as this user, such as links and tokens. */
  endAccess(tx: Tx, key: AddressKey): Promise<unknown>;
  /** Drops cached sessions, so that their changed rights are read again. */
  dropSessions(tenantId: string, sessionHashes: readonly string[]): void;
};

/** Saves all changes or none, and then sends a verification link to each new address. */
export async function saveSettings(ctx: SaveContext, actor: Actor, body: SettingsBody): Promise<void> {
  const { tenantId } = actor;
  const { sessionHashes, toConfirm } = await ctx.db.tenant(tenantId, (tx) => save(ctx, tx, { actor, body }));
  ctx.dropSessions(tenantId, sessionHashes);
  await mailLinks(ctx, tenantId, toConfirm);
}

async function save(ctx: SaveContext, tx: Tx, { actor, body }: { actor: Actor; body: SettingsBody }) {
  const { tenantId } = actor;
  // Each change is decided by the state that the previous one has left.
  await lockTenant(tx, tenantId);
  await lockAddresses(tx, tenantId, changedIdsOf(body));
  const now = ctx.clock.now();
  const current = {
    actor,
    account: await getAccount(tx, tenantId),
    addresses: await listAddresses(tx, tenantId),
    sellers: await ctx.sellers.listSellers(tx, actor),
    now,
  };
  const plan = planSettings(current, body);
  const events = settingsEvents(current, plan);
  if (events.length === 0) return { sessionHashes: [], toConfirm: [] };
  if (changesUsers(plan) && !(await ctx.isProved(tx, actor, now))) throw new AppError('proofNeeded');

  const deletedIds = plan.deleted.map(({ emailAddressId }) => emailAddressId);
  const readdressed = plan.changed.filter(isReaddressed);
  const readdressedIds = readdressed.map(idAfter);
  await refuseOperators(tx, tenantId, readdressedIds);
  const changedIds = plan.changed.map(({ after }) => after.emailAddressId);
  const sessionHashes = await listSessionHashes(tx, tenantId, [...deletedIds, ...changedIds]);
  await deleteAddresses(tx, tenantId, deletedIds);
  await deleteVerifications(tx, tenantId, readdressedIds);
  await updateAddresses(tx, tenantId, { changed: plan.changed, readdressedIds }).catch(refuseListed);
  const added = await insertAddresses(tx, tenantId, { added: plan.added, now }).catch(refuseListed);
  await replaceLoginsOf(tx, tenantId, { deletedIds, readdressed });
  for (const { before } of readdressed) if (before.isUser) await ctx.endAccess(tx, { tenantId, ...before });
  await updateAccount(tx, tenantId, plan.account);
  await releaseMail(tx, current, plan);
  await tellFormerAddresses(ctx, tx, { actor, readdressed });
  await raiseWorld(ctx, tx, { tenantId, plan });
  await recordAudit(tx, events);
  return { sessionHashes, toConfirm: [...readdressedIds, ...added.values()] };
}

/**
 * Refuses another address for an operator of the product: the owner could choose a new password by the new mailbox, and
 * would have the role.
 */
async function refuseOperators(tx: Tx, tenantId: string, readdressedIds: readonly string[]): Promise<void> {
  if (!(await areOperatorsAmong(tx, tenantId, readdressedIds))) return;
  throw new AppError('forbidden', { text: 'The address of a person who operates Watchpost cannot be changed here' });
}

/** The ids of the stored addresses that the save names. A new address has a UUID, which belongs to no row. */
const changedIdsOf = ({ changedEmailAddresses }: SettingsBody): readonly string[] =>
  changedEmailAddresses.map(({ emailAddressId }) => emailAddressId).filter((id) => !id.includes('-'));

/** Whether the save changes who can log in, or which seller accounts a user may see. */
const changesUsers = ({ deleted, changed }: SettingsPlan): boolean =>
  deleted.some(({ isUser }) => isUser) ||
  changed.some((change) => (isReaddressed(change) && change.before.isUser) || hasOtherAccess(change));

const localTimes = [
  'quietFromHour',
  'quietToHour',
  'timezoneOffsetMinutes',
  'timezoneAdjustToDst',
  'timeZone',
] as const satisfies readonly (keyof StoredAddress)[];

const collectMinutesOf = ({ instantAlert, batchingIntervalMinutes }: SettingsPlan['account']): number =>
  instantAlert ? 0 : batchingIntervalMinutes;

/** Lets changes to the times of mail take effect at once. Other changes leave the times of waiting mail as they are. */
async function releaseMail(tx: Tx, { actor, account, now }: CurrentSettings, plan: SettingsPlan): Promise<void> {
  const { tenantId } = actor;
  if (collectMinutesOf(plan.account) !== collectMinutesOf(account)) return planMailAgain(tx, tenantId, { now });
  const moved = plan.changed.filter(({ before, after }) => localTimes.some((name) => before[name] !== after[name]));
  if (moved.length > 0) await planMailAgain(tx, tenantId, { emailAddressIds: moved.map(idAfter), now });
}

/** Informs each user whose address is replaced, at the former address, if that was confirmed. */
async function tellFormerAddresses(
  ctx: SaveContext,
  tx: Tx,
  { actor, readdressed }: { readonly actor: Actor; readonly readdressed: readonly ChangedAddress[] },
): Promise<void> {
  if (!ctx.mailer) return;
  for (const { before, after } of readdressed) {
    if (!before.isUser || !before.isVerified) continue;
    const mail = formerAddressMail({
      former: before.email,
      present: after.email,
      changedBy: actor.email,
      publicUrl: ctx.config.publicUrl,
    });
    const message = {
      tenantId: actor.tenantId,
      emailAddressId: null,
      kind: 'security',
      mail,
      expiresAt: null,
    } as const;
    await enqueueAccountMail(ctx, tx, message);
  }
}

const hasOtherAccess = ({ before, after }: ChangedAddress): boolean =>
  before.hiddenSellerAccountIds.join() !== after.hiddenSellerAccountIds.join();
const isReaddressed = ({ before, after }: ChangedAddress): boolean => !isSameEmail(before.email, after.email);
const idAfter = ({ after }: ChangedAddress): string => after.emailAddressId;

/** Two addresses that swap their values also violate the unique constraint and are refused. */
function refuseListed(error: unknown): never {
  const isTaken = codeOfError(error) === '23505';
  throw isTaken ? new AppError('emailListed', { cause: error }) : error;
}

async function replaceLoginsOf(
  tx: Tx,
  tenantId: string,
  {
    deletedIds,
    readdressed,
  }: { readonly deletedIds: readonly string[]; readonly readdressed: readonly ChangedAddress[] },
): Promise<void> {
  const users = readdressed.map(({ after }) => after).filter(({ isUser }) => isUser);
  const before = [...deletedIds, ...users.map(({ emailAddressId }) => emailAddressId)];
  if (!(await replaceLogins(tx, tenantId, { before, after: users }))) throw new AppError('loginTaken');
}

/**
 * Raises the world version when access rights or nicknames change, or an address that takes no mail is removed or
 * replaced, because all of them are part of the world that browsers hold.
 */
async function raiseWorld(
  { sellers }: SaveContext,
  tx: Tx,
  { tenantId, plan }: { readonly tenantId: string; readonly plan: SettingsPlan },
): Promise<void> {
  if (!plan.changed.some(hasOtherAccess) && plan.nickNames.size === 0 && !endsStop(plan)) return;
  const version = await nextWorldVersion(tx, tenantId);
  if (plan.nickNames.size > 0) await sellers.renameSellers(tx, { tenantId, nickNames: plan.nickNames, version });
}

const isStopped = ({ stoppedReason }: StoredAddress): boolean => stoppedReason !== null;

/** Whether the dashboard tells of an address of this save that is gone now. */
const endsStop = ({ deleted, changed }: SettingsPlan): boolean =>
  deleted.some(isStopped) || changed.some(({ before, after }) => isStopped(before) && !isStopped(after));

const mailsAtOnce = 3;

/** A link that cannot be sent does not undo the change; the page offers to send it again. */
async function mailLinks(ctx: SaveContext, tenantId: string, ids: readonly string[]): Promise<void> {
  for (const some of batchesOf(ids, mailsAtOnce)) {
    await Promise.all(some.map((id) => mailLink(ctx, { tenantId, emailAddressId: id })));
  }
}

async function mailLink(ctx: SaveContext, key: AddressKey): Promise<void> {
  try {
    await mailVerification(ctx, key);
  } catch (error) {
    ctx.log.warn({ err: error, ...key }, 'the verification link was not sent');
  }
}
