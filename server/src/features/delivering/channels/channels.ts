import { dayMs } from '@app/shared/base/time.ts';
import { AppError } from '@app/shared/base/errors.ts';
import type { addChannel, Channel, changeChannel, ChannelKind, listChannels } from '@app/shared/contract/channels.ts';
import type { Answer, ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { AlertSettings } from '@app/shared/watchdogs/model/alert-settings.ts';
import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';
import { colours } from '@app/shared/base/severity.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { newWebhookSecret } from '../../../lib/webhook-signature.ts';
import { shapeAlertSettings } from '../../accounts/settings/alert-choices.ts';
import { recordAudit, type AuditEvent } from '../../accounts/audit-queries.ts';
import {
  countSellers,
  deleteChannel,
  giveUpWaiting,
  insertChannel,
  listStoredChannels,
  lockAndCountChannels,
  lockChannel,
  writeAddress,
  writeChoices,
  writeSecret,
  type StoredChannel,
} from './channel-queries.ts';
import { channelTransportsById } from '../transports/channels/registry.ts';
import { makeWaitingDue } from './health-queries.ts';
import { hintOf, sealAddress, sealSecret } from './channel-secrets.ts';

type ChannelContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'publicFetch'>;

/**
 * Maximum per tenant. Every channel gets a message per flip, so more are a mistake or an attempt to make us call
 * others.
 */
export const mostChannels = 20;
/** After a change of the secret the old one also signs for this time. */
const oldSecretMs = dayMs;

export async function showChannels(ctx: ChannelContext, { tenantId }: Actor): Promise<Answer<typeof listChannels>> {
  const channels = await ctx.db.snapshot(tenantId, (tx) => listStoredChannels(tx, tenantId));
  return { channels: channels.map(shape) };
}

const shape = (channel: StoredChannel): Channel => ({
  channelId: channel.channelId,
  kind: channel.kind,
  name: channel.name,
  addressHint: channel.addressHint,
  alertsSettings: shapeAlertSettings(channel.alertSettings),
  unsubscribedSellerAccounts: [...channel.unsubscribedSellerAccountIds],
  isOn: channel.isOn && channel.stoppedReason === null,
  stoppedReason: channel.stoppedReason,
  failingSince: channel.failingSince?.toISOString() ?? null,
  createdAt: channel.createdAt.toISOString(),
});

export async function createChannel(
  ctx: ChannelContext,
  actor: Actor,
  { kind, name, address, alertsSettings, unsubscribedSellerAccounts }: ParsedRequest<typeof addChannel>['body'],
): Promise<Answer<typeof addChannel>> {
  refuseAddress(ctx, { kind, address });
  const { tenantId } = actor;
  const secret = channelTransportsById[kind].declaration.isSigned ? freshSecret(ctx) : null;
  return ctx.db.tenant(tenantId, async (tx) => {
    if ((await lockAndCountChannels(tx, tenantId)) >= mostChannels) throw new AppError('channelLimit');
    await refuseUnknownSellers(tx, tenantId, unsubscribedSellerAccounts);
    const channelId = await insertChannel(tx, {
      tenantId,
      kind,
      name,
      addressHint: hintOf(address),
      alertSettings: choose({}, alertsSettings),
      unsubscribedSellerAccountIds: unsubscribedSellerAccounts,
      createdAt: ctx.clock.now(),
    });
    const key = { tenantId, channelId };
    await writeAddress(tx, { ...key, sealed: sealAddress(ctx.keys, key, address), hint: hintOf(address) });
    if (secret !== null) await writeNewSecret(ctx, tx, { ...key, secret });
    const details = { kind, address: hintOf(address) };
    await recordAudit(tx, [eventOf(ctx, actor, { action: 'channel added', subject: name, details })]);
    return { channelId, secret };
  });
}

export async function saveChannel(
  ctx: ChannelContext,
  actor: Actor,
  { params: { channelId }, body }: ParsedRequest<typeof changeChannel>,
): Promise<undefined> {
  const { tenantId } = actor;
  const key = { tenantId, channelId };
  await ctx.db.tenant(tenantId, async (tx) => {
    const before = await lockChannel(tx, tenantId, channelId);
    if (!before) throw new AppError('notFound');
    await refuseUnknownSellers(tx, tenantId, body.unsubscribedSellerAccounts ?? []);
    const after = {
      name: body.name ?? before.name,
      alertSettings: choose(before.alertSettings, body.alertsSettings ?? {}),
      unsubscribedSellerAccountIds: body.unsubscribedSellerAccounts ?? before.unsubscribedSellerAccountIds,
      isOn: body.isOn ?? before.isOn,
    };
    await writeChoices(tx, key, after);
    if (before.stoppedReason !== null) await nextWorldVersion(tx, tenantId);
    if (body.address !== undefined) {
      refuseAddress(ctx, { kind: before.kind, address: body.address });
      const hint = hintOf(body.address);
      await writeAddress(tx, { ...key, sealed: sealAddress(ctx.keys, key, body.address), hint });
    }
    if (after.isOn) await makeWaitingDue(tx, key, ctx.clock.now());
    else await giveUpWaiting(tx, key, 'The channel was switched off');
    const details = changesOf(before, {
      ...after,
      addressHint: body.address ? hintOf(body.address) : before.addressHint,
    });
    await recordAudit(tx, [eventOf(ctx, actor, { action: 'channel changed', subject: before.name, details })]);
  });
}

/** Returns the old and new value of every field that differs. */
function changesOf(before: ChangeableFields, after: ChangeableFields): Readonly<Record<string, unknown>> {
  const changed = Object.entries(words).map(([field, word]) => {
    const [from, to] = [before, after].map((channel) => new Map(Object.entries(channel)).get(field));
    return JSON.stringify(from) === JSON.stringify(to) ? null : ([word, { from, to }] as const);
  });
  return Object.fromEntries(changed.filter((entry) => entry !== null));
}

type ChangeableFields = Pick<
  StoredChannel,
  'name' | 'addressHint' | 'alertSettings' | 'unsubscribedSellerAccountIds' | 'isOn'
>;
const words: Readonly<Record<keyof ChangeableFields, string>> = {
  name: 'name',
  addressHint: 'address',
  alertSettings: 'alerts',
  unsubscribedSellerAccountIds: 'not told about',
  isOn: 'on',
};

export async function changeSecret(
  ctx: ChannelContext,
  actor: Actor,
  channelId: string,
): Promise<{ readonly secret: string }> {
  const { tenantId } = actor;
  const secret = freshSecret(ctx);
  await ctx.db.tenant(tenantId, async (tx) => {
    const channel = await lockChannel(tx, tenantId, channelId);
    if (!channel || !channelTransportsById[channel.kind].declaration.isSigned) throw new AppError('notFound');
    await writeNewSecret(ctx, tx, { tenantId, channelId, secret });
    await recordAudit(tx, [eventOf(ctx, actor, { action: 'channel secret changed', subject: channel.name })]);
  });
  return { secret };
}

export async function removeChannel(ctx: ChannelContext, actor: Actor, channelId: string): Promise<undefined> {
  const { tenantId } = actor;
  await ctx.db.tenant(tenantId, async (tx) => {
    const channel = await lockChannel(tx, tenantId, channelId);
    if (!channel) throw new AppError('notFound');
    await giveUpWaiting(tx, { tenantId, channelId }, 'The channel was removed');
    await deleteChannel(tx, { tenantId, channelId });
    if (channel.stoppedReason !== null) await nextWorldVersion(tx, tenantId);
    await recordAudit(tx, [eventOf(ctx, actor, { action: 'channel removed', subject: channel.name })]);
  });
}

function writeNewSecret(
  { keys, clock }: ChannelContext,
  tx: Tx,
  { tenantId, channelId, secret }: { readonly tenantId: string; readonly channelId: string; readonly secret: string },
): Promise<void> {
  const key = { tenantId, channelId };
  const oldUntil = new Date(clock.now().getTime() + oldSecretMs);
  return writeSecret(tx, { ...key, sealed: sealSecret(keys, key, secret), oldUntil });
}

const freshSecret = ({ random }: ChannelContext): string =>
  newWebhookSecret(Buffer.from(random.token(), 'base64url').subarray(0, 32));

function refuseAddress(
  { publicFetch }: ChannelContext,
  { kind, address }: { readonly kind: ChannelKind; readonly address: string },
): void {
  if (!publicFetch.accepts(address)) throw new AppError('webhookAddress');
  // If private addresses are allowed, the sandbox replaces the services, and its addresses have another form.
  const text = publicFetch.allowsPrivate ? null : channelTransportsById[kind].declaration.refuseAddress(address);
  if (text !== null) throw new AppError('webhookAddress', { text });
}

async function refuseUnknownSellers(tx: Tx, tenantId: string, sellerIds: readonly string[]): Promise<void> {
  const distinct = [...new Set(sellerIds)];
  if (distinct.length === 0) return;
  if ((await countSellers(tx, tenantId, distinct)) < distinct.length) throw new AppError('notFound');
}

/** Stores only chosen settings, so that all others follow their defaults. */
function choose(settings: AlertSettings, given: Channel['alertsSettings']): AlertSettings {
  const chosen = Object.entries(given).map(([type, switches]) => {
    const watchdog = watchdogs.find((one) => alertTypeOf(one.type) === type);
    if (!watchdog) throw new AppError('badRequest', { text: `There is no alert type ${type}` });
    return [type, colours.filter((colour) => watchdog.colours.includes(colour) && switches[colour])];
  });
  return { ...settings, ...Object.fromEntries(chosen) };
}

const eventOf = (
  { clock }: ChannelContext,
  { tenantId, email }: Actor,
  event: Pick<AuditEvent, 'action' | 'subject' | 'details'>,
): AuditEvent => ({ tenantId, at: clock.now(), actor: email, ...event });
