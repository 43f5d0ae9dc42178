import type { WatchdogGroup, WorldItem } from '@app/shared/contract/world.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { itemKey } from '@app/shared/world/item-key.ts';
import { frequencyOf, type FrequencyFacts } from '../observing/effective-frequency.ts';
import type { listDefaults } from '../judging/settings/default-queries.ts';
import { settingsOf } from '../judging/settings/stored-settings.ts';
import { groupStatusOf, isSuppressed, type TenantFeatures } from '../judging/settings/tenant-features.ts';
import type { LoadedItem } from './item-queries.ts';
import type { GroupSettings } from './world-queries.ts';
import { shapeItem } from './shapes.ts';

interface Groups {
  readonly items: readonly LoadedItem[];
  readonly settings: ReadonlyMap<string, GroupSettings>;
  readonly defaults: Awaited<ReturnType<typeof listDefaults>>;
  readonly features: TenantFeatures;
  /** Limits the answer to kinds whose items or settings have changed since a version; `null` for every kind. */
  readonly changedSince: string | null;
  readonly frequency: FrequencyFacts;
}

export function shapeGroups(groups: Groups): Record<string, WatchdogGroup> {
  const { items, settings, defaults, changedSince: since } = groups;
  const byType = Map.groupBy(items, ({ item }) => item.type);
  const shaped: Record<string, WatchdogGroup> = {};
  for (const watchdog of watchdogs) {
    const own = settings.get(watchdog.type);
    const stamped = [...(own ? [own] : []), ...defaults.filter(({ type }) => type === watchdog.type)];
    const isChanged = since === null || stamped.some(({ version }) => BigInt(version) > BigInt(since));
    const ofKind = byType.get(watchdog.type) ?? [];
    if (isChanged || ofKind.length > 0) shaped[watchdog.type] = shapeGroup(watchdog, ofKind, { ...groups, own });
  }
  return shaped;
}

/** Groups the items by kind, in the form of the answer. */
export const shapeItems = (items: readonly LoadedItem[]): ReadonlyMap<string, readonly WorldItem[]> => {
  const byType = Map.groupBy(items, ({ item }) => item.type);
  return new Map(
    watchdogs.flatMap((watchdog) => {
      const ofKind = byType.get(watchdog.type);
      return ofKind ? [[watchdog.type, ofKind.map((item) => shapeItem(item, watchdog))] as const] : [];
    }),
  );
};

function shapeGroup(
  watchdog: Watchdog,
  items: readonly LoadedItem[],
  { features, frequency, defaults, own }: Groups & { readonly own: GroupSettings | undefined },
): WatchdogGroup {
  const shaped = items.map((item) => shapeItem(item, watchdog));
  const { minutes, message } = frequencyOf(watchdog, frequency);
  return {
    status: groupStatusOf(features, watchdog.type),
    alertsEnabled: !isSuppressed(features, watchdog.type),
    message,
    settings: settingsOf(watchdog, own?.settings),
    defaults: defaults
      .filter(({ type, settings }) => type === watchdog.type && Object.keys(settings).length > 0)
      .map(({ sellerId, brand, settings }) => ({ sellerId, brand, settings })),
    checkFrequencyMinutes: minutes,
    items: Object.fromEntries(shaped.map((item) => [itemKey(item), item])),
  };
}
