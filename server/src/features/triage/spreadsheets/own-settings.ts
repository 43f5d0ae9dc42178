import { AppError } from '@app/shared/base/errors.ts';
import { defaultsFor, withDefaults } from '@app/shared/watchdogs/model/default-settings.ts';
import { itemIdOf } from '@app/shared/watchdogs/model/item-id.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { listDefaults } from '../../judging/settings/default-queries.ts';
import { ownSettingsOf } from '../../judging/settings/stored-settings.ts';
import { parseOwnSettings, refuseContradiction } from './parse-own-settings.ts';
import { findHeir, lockForSettings, saveItemSettings } from './spreadsheet-queries.ts';

type Settings = Readonly<Record<string, unknown>>;

interface OwnSettingsChange {
  readonly type: string;
  readonly productId: string;
  readonly settings: Settings;
}

/**
 * Sets a product's own settings of a kind, as one row of the kind's spreadsheet does. Settings equal to those of a
 * product that was never set are not stored. Together with the defaults of the product's brand and seller account the
 * settings must not contradict each other.
 */
export async function putOwnSettings(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  { type, productId, settings }: OwnSettingsChange,
): Promise<Settings> {
  const watchdog = watchdogOf(type);
  if (!watchdog?.spreadsheet) throw new AppError('notFound');
  const data = parseOwnSettings(watchdog, settings);
  const isDefault = JSON.stringify(data) === JSON.stringify(ownSettingsOf(watchdog, null));
  const item = { itemId: itemIdOf(type, productId), productId, settings: isDefault ? null : data };
  const { tenantId } = actor;
  await ctx.db.tenant(tenantId, async (tx) => {
    const heir = await findHeir(tx, actor, productId);
    if (!heir) throw new AppError('notFound');
    await lockForSettings(tx, tenantId, [item.itemId]);
    const version = await nextWorldVersion(tx, tenantId);
    // Writers of settings take turns from here on, so that no default changes after it was read.
    const defaults = (await listDefaults(tx, actor)).filter((one) => one.type === type);
    refuseContradiction(watchdog, withDefaults(data, defaultsFor(defaults, heir)));
    await saveItemSettings(tx, { tenantId, type, items: [item], at: ctx.clock.now(), version });
  });
  return data;
}
