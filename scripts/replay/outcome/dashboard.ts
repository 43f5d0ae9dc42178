import { worldShape } from '@app/shared/contract/world.ts';
import type { ProductSession } from '../../sessions/product-session.ts';
import type { Flip } from './effects.ts';

/** Returns the amber and red items of the owner's dashboard: status by watchdog and product. */
export async function alertsShown(session: ProductSession): Promise<ReadonlyMap<string, number>> {
  const { status, text } = await session.get('/api/sentinel/stateoftheworld?init=true');
  if (status !== 200) throw new Error(`The state of the world answered ${status}: ${text.slice(0, 300)}`);
  const { watchDogs } = worldShape.parse(JSON.parse(text));
  const items = Object.entries(watchDogs).flatMap(([type, { items: ofType }]) =>
    Object.entries(ofType).map(([productId, item]) => [`${type} ${productId}`, item.status] as const),
  );
  return new Map(items.filter(([, itemStatus]) => itemStatus === 1 || itemStatus === 2));
}

/** Returns the differences between the dashboard and the last flip of each item. */
export function faultsOfDashboard(shown: ReadonlyMap<string, number>, flips: readonly Flip[]): string[] {
  const last = new Map(flips.map((flip) => [`${flip.type} ${flip.productId}`, flip.toStatus]));
  const red = [...last].filter(([, status]) => status > 0);
  const missing = red.filter(([item, status]) => shown.get(item) !== status);
  const invented = [...shown.keys()].filter((item) => (last.get(item) ?? 0) === 0);
  return [
    ...missing.map(([item]) => `the dashboard does not show ${item}`),
    ...invented.map((item) => `the dashboard shows ${item}, which never flipped`),
  ];
}
