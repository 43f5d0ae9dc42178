import { dayAt } from '../base/marketplace-day.ts';
import { dayMs } from '../base/time.ts';
import type { Product, WorldAnswer } from '../contract/world.ts';

/**
 * The number of days of sales in the state of the world: those that a product card draws. For 10,000 products each
 * further day adds 20 to 40 kB; charts of months use a separate call.
 */
export const daysShown = 14;

type SalesDay = Product['sales'][number];

/**
 * Moves the sales of all products to the present days of their marketplaces. The server sends a product again when it
 * changes, and a new day does not change it: without this, yesterday's sales would still be shown as those of today.
 * Nothing is known to be sold on the days since then. A world that is up to date stays the same object.
 */
export function onPresentDays(world: WorldAnswer, now: Date): WorldAnswer {
  const move = moverOf(now);
  const products = world.products.map(move);
  return products.some((product, index) => product !== world.products[index]) ? { ...world, products } : world;
}

function moverOf(now: Date): (product: Product) => Product {
  const todays = new Map<string, string>();
  return (product) => {
    const [latest] = product.sales;
    if (!latest) return product;
    const today = todays.get(product.marketplace) ?? dayAt(product.marketplace, now);
    todays.set(product.marketplace, today);
    const passed = isOn(latest, today) ? 0 : daysBetween(latest, today);
    return passed > 0 ? moved(product, { today, passed }) : product;
  };
}

const isOn = ({ day, month }: SalesDay, date: string): boolean =>
  day === Number(date.slice(8)) && month === Number(date.slice(5, 7));

/** Returns the days from a day, whose year is the nearest one, to a date. They are negative if the clock is behind. */
function daysBetween({ day, month }: SalesDay, date: string): number {
  const year = Number(date.slice(0, 4));
  const days = [year - 1, year, year + 1].map((of) => (Date.parse(date) - Date.UTC(of, month - 1, day)) / dayMs);
  return days.reduce((nearest, one) => (Math.abs(one) < Math.abs(nearest) ? one : nearest));
}

function moved(product: Product, { today, passed }: { readonly today: string; readonly passed: number }): Product {
  const since = Array.from({ length: Math.min(passed, daysShown) }, (_, back) => emptyDay(today, back));
  const sales = [...since, ...product.sales].slice(0, daysShown);
  if (sales.some(({ unitsSold }) => unitsSold > 0)) return { ...product, sales };
  const units = product.sales.reduce((sum, { unitsSold }) => sum + unitsSold, 0);
  return { ...product, sales: [], earlierSales: { units, days: product.sales.length + passed - daysShown } };
}

function emptyDay(today: string, back: number): SalesDay {
  const at = new Date(Date.parse(today) - back * dayMs);
  return {
    day: at.getUTCDate(),
    month: at.getUTCMonth() + 1,
    unitsSold: 0,
    organicUnits: null,
    organicOrders: null,
    promotionCodesUsedUnits: 0,
  };
}
