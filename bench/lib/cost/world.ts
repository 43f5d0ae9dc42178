import { benchProduct, type BenchProduct, type ProductState } from '../evaluate/answers.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** Share of products that change per aspect and day. */
const changedShare = 0.01;
const ordersPerProduct = 0.5;
const shippedAfterMs = 10 * hourMs;
/** Age of each product's first sale. Without a sale, auto-tracking would not select the product. */
const firstSaleMs = 20 * dayMs;
/** Days of orders before the measured day, because transactions are requested for past days. */
const daysBefore = 5;

const aspects = [
  'catalog',
  'offers',
  'listing',
  'stock',
  'fees',
  'feePreview',
  'replenishment',
  'suppression',
  'feedback',
] as const;
type ChangingAspect = (typeof aspects)[number];

export interface Order {
  readonly orderId: string;
  readonly product: BenchProduct;
  readonly placedAt: number;
  readonly shippedAt: number;
}

/** A change in the simulated marketplace that push may announce. */
export type WorldEvent =
  | { readonly at: number; readonly aspect: ChangingAspect; readonly product: BenchProduct }
  | { readonly at: number; readonly aspect: 'order'; readonly order: Order };

/** The state of a simulated seller account. Times are in milliseconds since 1970. */
export interface CostWorld {
  readonly products: readonly BenchProduct[];
  readonly bySku: ReadonlyMap<string, BenchProduct>;
  readonly byAsin: ReadonlyMap<string, BenchProduct>;
  /** State of the offers and pictures by product index. */
  readonly states: ProductState[];
  /** All orders with the times at which they are placed and shipped. */
  readonly orders: readonly Order[];
  now: number;
  /** Number of changes of an aspect of a product so far. */
  revision(aspect: ChangingAspect, product: BenchProduct): number;
  /** Applies and returns all changes up to a time. */
  moveTo(at: number): readonly WorldEvent[];
  /** Applies a change in addition to the planned ones. */
  change(aspect: ChangingAspect, product: BenchProduct): void;
  /** Time of the next change; Infinity if there is none. */
  nextAt(): number;
}

/** The products of a simulated seller. Sellers with the same products share one catalogue. */
type BenchCatalogue = Pick<CostWorld, 'products' | 'bySku' | 'byAsin'>;

export function benchCatalogue(count: number): BenchCatalogue {
  const products = Array.from({ length: count }, (_, index) => benchProduct(index));
  return {
    products,
    bySku: new Map(products.map((product) => [product.sku, product])),
    byAsin: new Map(products.map((product) => [product.asin, product])),
  };
}

interface WorldOptions {
  readonly catalogue: BenchCatalogue;
  /** The time from which products change. */
  readonly from: number;
  /** The start of the first complete day with orders; by default `from`. Orders begin some days earlier. */
  readonly ordersFrom?: number;
  /**
   * Shifts all events by this share, from 0 to 1, of the time between two events of a kind, so that sellers do not
   * change at the same time.
   */
  readonly phase?: number;
}

export function costWorld({ catalogue, from, ordersFrom = from, phase = 0 }: WorldOptions): CostWorld {
  const { products } = catalogue;
  const orders = ordersOf(products, ordersFrom, phase);
  const coming = [...changesOf(products, from, phase), ...newsOf(orders, from)].toSorted((a, b) => a.at - b.at);
  const revisions = new Map<string, number>();
  let next = 0;
  const world: CostWorld = {
    ...catalogue,
    states: products.map(() => initialState),
    orders,
    now: from,
    revision: (aspect, product) => revisions.get(nameOf(aspect, product)) ?? 0,
    nextAt: () => coming[next]?.at ?? Number.POSITIVE_INFINITY,
    moveTo(at) {
      world.now = at;
      const happened: WorldEvent[] = [];
      for (let one = coming[next]; one && one.at <= at; one = coming[(next += 1)]) {
        happened.push(one);
        if (one.aspect !== 'order') world.change(one.aspect, one.product);
      }
      return happened;
    },
    change(aspect, product) {
      revisions.set(nameOf(aspect, product), world.revision(aspect, product) + 1);
      changeState(world, aspect, product);
    },
  };
  return world;
}

const initialState: ProductState = { ownCents: 3490, hasImage: true, hijackers: 0 };

const nameOf = (aspect: ChangingAspect, { index }: BenchProduct): string => `${aspect} ${index}`;

/** Applies a catalogue change (the main picture) or an offers change (a price or a new seller). */
function changeState({ states }: CostWorld, aspect: ChangingAspect, { index }: BenchProduct): void {
  const state = states[index];
  if (!state) return;
  if (aspect === 'catalog') states[index] = { ...state, hasImage: !state.hasImage };
  if (aspect !== 'offers') return;
  const isPrice = index % 2 === 0;
  states[index] = isPrice
    ? { ...state, ownCents: Math.round(state.ownCents * 0.9) }
    : { ...state, hijackers: state.hijackers + 1 };
}

function changesOf(products: readonly BenchProduct[], from: number, phase: number): WorldEvent[] {
  const perDay = Math.max(1, Math.round(products.length * changedShare));
  return aspects.flatMap((aspect, nth) =>
    Array.from({ length: perDay }, (_, n): WorldEvent[] => {
      const product = products[(n * 97 + nth * 31) % products.length];
      const at = from + ((n + (((nth + 1) / (aspects.length + 1) + phase) % 1)) / perDay) * dayMs;
      return product ? [{ at, aspect, product }] : [];
    }).flat(),
  );
}

function ordersOf(products: readonly BenchProduct[], from: number, phase: number): Order[] {
  const first = products.map((product) => orderOf(product, { name: 'F', placedAt: from - firstSaleMs }));
  const perDay = Math.max(1, Math.round(products.length * ordersPerProduct));
  const later = Array.from({ length: (daysBefore + 1) * perDay }, (_, n): Order[] => {
    const product = products[(n * 13 + Math.floor(n / perDay)) % products.length];
    const placedAt = from - daysBefore * dayMs + ((n + ((0.5 + phase) % 1)) / perDay) * dayMs;
    return product ? [orderOf(product, { name: String(n), placedAt })] : [];
  }).flat();
  return [...first, ...later];
}

const orderOf = (product: BenchProduct, { name, placedAt }: { name: string; placedAt: number }): Order => ({
  orderId: `113-${String(product.index).padStart(7, '0')}-${name.padStart(7, '0')}`,
  product,
  placedAt,
  shippedAt: placedAt + shippedAfterMs,
});

const newsOf = (orders: readonly Order[], from: number): WorldEvent[] =>
  orders
    .flatMap((order) => [order.placedAt, order.shippedAt].map((at) => ({ at, aspect: 'order' as const, order })))
    .filter(({ at }) => at >= from);
