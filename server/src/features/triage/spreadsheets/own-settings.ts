import { AppError } from '@app/shared/base/errors.ts';
import { itemIdOf } from '@app/shared/watchdogs/model/item-id.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { ownSettingsOf } from '../../judging/settings/stored-settings.ts';
import { allowedText } from '../allowed-text.ts';
import { findVisibleProducts } from '../triage-queries.ts';
import { lockForSettings, saveItemSettings } from './spreadsheet-queries.ts';

type Settings = Readonly<Record<string, unknown>>;

interface OwnSettingsChange {
  readonly type: string;
  readonly productId: string;
  readonly settings: Settings;
}

/**
 * Applies one row of a kind's spreadsheet without a file. Settings equal to the defaults of the kind are not stored.
 */
export async function putOwnSettings(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  { type, productId, settings }: OwnSettingsChange,
): Promise<Settings> {
  const watchdog = watchdogOf(type);
  if (!watchdog?.spreadsheet) throw new AppError('notFound');
  const parsed = watchdog.ownSettings.safeParse(settings);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    const schema = watchdog.ownSettings.shape[name];
    const column = watchdog.spreadsheet.columns[name]?.header ?? name;
    const allowed = schema ? `: allowed is ${allowedText(schema)}, or none` : '';
    throw new AppError('badRequest', { text: `"${column}" is not possible${allowed}` });
  }
  const { data } = parsed;
  const broken = watchdog.findContradiction(data);
  if (broken) throw new AppError('badRequest', { text: `The warning contradicts the alert: ${broken.rule}` });
  const isDefault = JSON.stringify(data) === JSON.stringify(ownSettingsOf(watchdog, null));
  const item = { itemId: itemIdOf(type, productId), productId, settings: isDefault ? null : data };
  const { tenantId } = actor;
  await ctx.db.tenant(tenantId, async (tx) => {
    const [visible] = await findVisibleProducts(tx, actor, [productId]);
    if (!visible) throw new AppError('notFound');
    await lockForSettings(tx, tenantId, [item.itemId]);
    const version = await nextWorldVersion(tx, tenantId);
    await saveItemSettings(tx, { tenantId, type, items: [item], at: ctx.clock.now(), version });
  });
  return data;
}
