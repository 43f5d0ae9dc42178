import type { WorldClock } from './clock.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Order } from './order.ts';
import type { Listing, Product } from './product.ts';
import { createRandom, hashOf, type Random } from './random.ts';
import { seedWorld } from './seed.ts';
import type { Seller } from './seller.ts';
import type { PictureShape } from './catalogue/template.ts';

export type ChangeKind = 'offers' | 'listing' | 'catalog' | 'rank' | 'order';

/** What moved, for whoever must tell others about it. */
export interface WorldChange {
  readonly kind: ChangeKind;
  readonly product: Product;
  readonly listings: readonly Listing[];
  readonly at: Date;
}

export interface WorldOptions {
  readonly seed: string;
  readonly clock: WorldClock;
  /** Where browsers reach the sandbox; a function when the port is known only later. */
  readonly publicUrl: string | (() => string);
}

const keyOf = (marketplace: string, id: string): string => `${marketplace}:${id}`;

/** The marketplace in memory: what is in it, and who wants to hear of changes. Changes are made by `changes.ts`. */
export class World {
  readonly clock: WorldClock;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly #sellers: Seller[];
  readonly products: readonly Product[];
  readonly listings: readonly Listing[];
  readonly orders: Order[];
  /** While true nothing happens by itself. */
  paused = false;
  readonly #publicUrl: () => string;
  readonly #productsByKey: Map<string, Product>;
  readonly #listingsByProduct: Map<string, Listing[]>;
  readonly #listeners = new Set<(change: WorldChange) => void>();

  constructor({ seed, clock, publicUrl }: WorldOptions) {
    this.clock = clock;
    this.ledger = createLedger(clock);
    this.random = createRandom(`${seed}:life`);
    this.#publicUrl = typeof publicUrl === 'string' ? () => publicUrl : publicUrl;
    const seeded = seedWorld(seed, clock.now());
    this.#sellers = [...seeded.sellers];
    this.products = seeded.products;
    this.listings = seeded.listings;
    this.orders = seeded.orders;
    this.#productsByKey = new Map(this.products.map((product) => [keyOf(product.marketplace, product.asin), product]));
    this.#listingsByProduct = Map.groupBy(this.listings, (listing) => keyOf(listing.marketplace, listing.asin));
  }

  get publicUrl(): string {
    return this.#publicUrl();
  }

  get sellers(): readonly Seller[] {
    return this.#sellers;
  }

  /** Lets a seller in that has nothing to sell here; one that is known stays as it is. */
  admit(seller: Seller): void {
    if (!this.findSeller(seller.sellingPartnerId)) this.#sellers.push(seller);
  }

  findSeller(sellingPartnerId: string): Seller | undefined {
    return this.#sellers.find((seller) => seller.sellingPartnerId === sellingPartnerId);
  }

  findProduct(asin: string, marketplace: string): Product | undefined {
    return this.#productsByKey.get(keyOf(marketplace, asin));
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

  ordersOf(sellerId: string): readonly Order[] {
    return this.orders.filter((order) => order.sellerId === sellerId);
  }

  pictureUrl(asin: string, width: 75 | 500): string {
    return `${this.publicUrl}/sandbox/pictures/${asin}.png?w=${width}`;
  }

  /** What to draw for an ASIN; the hue is in degrees. */
  pictureOf(asin: string): { shape: PictureShape; hue: number } | undefined {
    const product = this.products.find((candidate) => candidate.asin === asin);
    return product && { shape: product.shape, hue: hashOf(asin) % 360 };
  }

  /** Calls back on every change until the returned function is called. */
  onChange(listener: (change: WorldChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(kind: ChangeKind, product: Product, listings: readonly Listing[] = []): void {
    const change = { kind, product, listings, at: this.clock.now() };
    for (const listener of this.#listeners) listener(change);
  }
}

export const createWorld = (options: WorldOptions): World => new World(options);
