import type { WorldClock } from './clock.ts';
import { createLedger, type Ledger } from './events/ledger.ts';
import { seedFeedback } from './seed/feedback.ts';
import type { Feedback } from './model/feedback.ts';
import { OrderBook } from './life/order-book.ts';
import type { Order } from './life/order.ts';
import type { Parent } from './model/parent.ts';
import type { Listing, Product } from './model/product.ts';
import { createRandom, hashOf, type Random } from './random.ts';
import { seedWorld, type SmallAssortment } from './seed/seed.ts';
import type { Seller } from './model/seller.ts';
import type { PictureShape } from './catalogue/template.ts';

/**
 * Kinds of changes. `catalog` is any fact of the catalogue item, `content` the part announced to brand owners, `page`
 * facts shown only on the page (reviews, rating, badges, search), `issues` the issues of a listing.
 */
export type ChangeKind =
  | 'offers'
  | 'listing'
  | 'issues'
  | 'catalog'
  | 'content'
  | 'productType'
  | 'parent'
  | 'rank'
  | 'order'
  | 'stock'
  | 'ownStock'
  | 'fees'
  | 'feedback'
  | 'replenishment'
  | 'page';

/** A change of the world, passed to listeners. */
export interface WorldChange {
  readonly kind: ChangeKind;
  readonly product: Product;
  readonly listings: readonly Listing[];
  readonly at: Date;
  /** The new or changed order. */
  readonly order?: Order | undefined;
}

type ChangeDetails = Partial<Pick<WorldChange, 'listings' | 'order'>>;

interface WorldOptions {
  readonly seed: string;
  readonly clock: WorldClock;
  /** The sandbox's address for browsers, or a function that returns it if the port is not known yet. */
  readonly publicUrl: string | (() => string);
  /** The only seller with products, and their number in each marketplace; all sellers with all products if absent. */
  readonly only?: SmallAssortment;
}

const keyOf = (marketplace: string, id: string): string => `${marketplace}:${id}`;

/** The in-memory state of the marketplace and its change listeners. `changes.ts` contains the changes. */
export class World {
  readonly clock: WorldClock;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly #sellers: Seller[];
  readonly products: readonly Product[];
  readonly listings: readonly Listing[];
  readonly parents: readonly Parent[];
  readonly orderBook: OrderBook;
  /** Orders since the start of the world that are neither shipped nor cancelled. */
  openOrders: readonly Order[] = [];
  /** Time up to which `customers.ts` has simulated orders. */
  shoppedUntil: Date;
  /** Number of acts of the demo story (`story.ts`) already played. */
  toldActs = 0;
  /** While true, no random events happen. */
  isPaused = false;
  readonly #publicUrl: () => string;
  readonly #productsByKey: Map<string, Product>;
  readonly #parentsByKey: Map<string, Parent>;
  readonly #feedback = new Map<string, Feedback[]>();
  readonly #listingsByProduct: Map<string, Listing[]>;
  readonly #listeners = new Set<(change: WorldChange) => void>();

  constructor({ seed, clock, publicUrl, only }: WorldOptions) {
    this.clock = clock;
    this.ledger = createLedger(clock);
    this.random = createRandom(`${seed}:life`);
    this.#publicUrl = typeof publicUrl === 'string' ? () => publicUrl : publicUrl;
    const startedAt = clock.now();
    const seeded = seedWorld(seed, startedAt, only);
    this.#sellers = [...seeded.sellers];
    this.products = seeded.products;
    this.listings = seeded.listings;
    this.parents = seeded.parents;
    this.shoppedUntil = startedAt;
    this.#productsByKey = new Map(this.products.map((product) => [keyOf(product.marketplace, product.asin), product]));
    this.#parentsByKey = new Map(this.parents.map((parent) => [keyOf(parent.marketplace, parent.asin), parent]));
    this.#listingsByProduct = Map.groupBy(this.listings, (listing) => keyOf(listing.marketplace, listing.asin));
    const listingsOf = (product: Product) => this.listingsOf(product);
    this.orderBook = new OrderBook({ products: this.products, listingsOf, startedAt });
  }

  get publicUrl(): string {
    return this.#publicUrl();
  }

  get sellers(): readonly Seller[] {
    return this.#sellers;
  }

  /** Adds a seller without products; a known seller is left unchanged. */
  addSeller(seller: Seller): void {
    if (!this.findSeller(seller.sellingPartnerId)) this.#sellers.push(seller);
  }

  findSeller(sellingPartnerId: string): Seller | undefined {
    return this.#sellers.find((seller) => seller.sellingPartnerId === sellingPartnerId);
  }

  findProduct(asin: string, marketplace: string): Product | undefined {
    return this.#productsByKey.get(keyOf(marketplace, asin));
  }

  findParent(asin: string, marketplace: string): Parent | undefined {
    return this.#parentsByKey.get(keyOf(marketplace, asin));
  }

  /** Returns the current variations of a parent. */
  childrenOf(parentAsin: string, marketplace: string): readonly Product[] {
    return this.products.filter((product) => product.parentAsin === parentAsin && product.marketplace === marketplace);
  }

  listingsOf(product: Product): readonly Listing[] {
    return this.#listingsByProduct.get(keyOf(product.marketplace, product.asin)) ?? [];
  }

  findListing(sellerId: string, sku: string, marketplace: string): Listing | undefined {
    return this.listingsOfSeller(sellerId, marketplace).find((listing) => listing.sku === sku);
  }

  listingsOfSeller(sellerId: string, marketplace: string): readonly Listing[] {
    return this.listings.filter((listing) => listing.sellerId === sellerId && listing.marketplace === marketplace);
  }

  /** Returns the orders of a seller, oldest first. */
  ordersOf(sellerId: string): readonly Order[] {
    return this.orderBook.ordersOf(sellerId);
  }

  /** Returns the feedback on a seller, newest first. */
  feedbackOf(sellerId: string): Feedback[] {
    const known = this.#feedback.get(sellerId);
    if (known) return known;
    const seeded = seedFeedback(this.ordersOf(sellerId), this.shoppedUntil);
    this.#feedback.set(sellerId, seeded);
    return seeded;
  }

  pictureUrl(asin: string, width: 75 | 500): string {
    return `${this.publicUrl}/sandbox/pictures/${asin}.png?w=${width}`;
  }

  /** Returns the shape and the hue (in degrees) of a product picture. */
  pictureOf(asin: string): { shape: PictureShape; hue: number } | undefined {
    const product = this.products.find((candidate) => candidate.asin === asin);
    return product && { shape: product.shape, hue: hashOf(asin) % 360 };
  }

  /** Calls `listener` on every change until the returned function is called. */
  onChange(listener: (change: WorldChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(kind: ChangeKind, product: Product, { listings = [], order }: ChangeDetails = {}): void {
    const change = { kind, product, listings, at: this.clock.now(), order };
    for (const listener of this.#listeners) listener(change);
  }
}

export const createWorld = (options: WorldOptions): World => new World(options);
