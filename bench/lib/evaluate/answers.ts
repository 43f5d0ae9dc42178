/**
 * A product whose answers have the format and real size of the SP-API: a catalogue item has 4.7 kB, its offers 4.1 kB.
 */

export interface BenchProduct {
  readonly index: number;
  readonly asin: string;
  readonly sku: string;
}

export const benchProduct = (index: number): BenchProduct => {
  const code = index.toString(36).toUpperCase().padStart(7, '0');
  return { index, asin: `B0X${code}`, sku: `SKU-${code}` };
};

export const ownSellerId = 'A1BENCHSELLER1';
export const marketplaceId = 'ATVPDKIKX0DER';
/** Maximum number of products per call. */
export const batchSize = 20;

/** State of a product at one tick. */
export interface ProductState {
  readonly ownCents: number;
  readonly hasImage: boolean;
  readonly hijackers: number;
}

const words = 'heavy duty pre seasoned cast iron skillet oven safe grill induction ready even heat long handle'.split(
  ' ',
);

function prose(seed: number, length: number): string {
  let text = '';
  for (let n = seed; text.length < length; n += 7) text += `${words[n % words.length] ?? ''} `;
  return text.slice(0, length);
}

export function catalogItem(product: BenchProduct, state: ProductState, tick: number): unknown {
  const value = (text: string) => [{ value: text, language_tag: 'en_US', marketplace_id: marketplaceId }];
  const link = (size: number) => `https://m.media-amazon.com/images/I/71${product.asin}._SL${size}_.jpg`;
  const variants = state.hasImage ? ['MAIN', 'PT01', 'PT02', 'PT03'] : ['PT01', 'PT02', 'PT03'];
  return {
    asin: product.asin,
    attributes: {
      item_name: value(prose(product.index, 160)),
      bullet_point: [1, 2, 3, 4, 5].map((n) => value(prose(product.index + n, 220))[0]),
      product_description: value(prose(product.index + 9, 900)),
    },
    images: [
      {
        marketplaceId,
        images: variants.flatMap((variant) =>
          [75, 500, 1500].map((size) => ({ variant, link: link(size), height: size, width: size })),
        ),
      },
    ],
    relationships: [{ marketplaceId, relationships: [] }],
    salesRanks: [
      {
        marketplaceId,
        // The rank changes with every observation.
        displayGroupRanks: [
          {
            websiteDisplayGroup: 'kitchen_display_on_website',
            title: 'Kitchen',
            rank: 900 + ((tick * 37 + product.index) % 500),
          },
        ],
      },
    ],
    summaries: [
      {
        marketplaceId,
        adultProduct: false,
        brand: 'Brightkeel',
        itemName: prose(product.index, 160),
        itemClassification: 'BASE_PRODUCT',
      },
    ],
  };
}

export function catalogBody(products: readonly BenchProduct[], states: readonly ProductState[], tick: number): string {
  const items = products.map((product) => catalogItem(product, stateOf(states, product), tick));
  return JSON.stringify({ numberOfResults: items.length, items });
}

export function offersBody(products: readonly BenchProduct[], states: readonly ProductState[], tick: number): string {
  const responses = products.map((product) => offersMember(product, stateOf(states, product), tick));
  return JSON.stringify({ responses });
}

const stateOf = (states: readonly ProductState[], product: BenchProduct): ProductState =>
  states[product.index] ?? { ownCents: 3490, hasImage: true, hijackers: 0 };

const usd = (cents: number) => ({ CurrencyCode: 'USD', Amount: cents / 100 });

function offersMember({ asin, sku, index }: BenchProduct, state: ProductState, tick: number): unknown {
  const rivals = Array.from({ length: 6 + state.hijackers }, (_, n) => ({
    sellerId: n < 6 ? `A${n}RIVAL${index % 977}` : `A${n}HIJACKER${index}`,
    cents: 3600 + n * 130,
  }));
  const offers = [{ sellerId: ownSellerId, cents: state.ownCents }, ...rivals];
  return {
    headers: { 'x-amzn-RequestId': `${tick}-${index}-7d1e-4b7c-9d53`, Date: `tick ${tick}` },
    status: { statusCode: 200, reasonPhrase: 'OK' },
    body: {
      payload: {
        SKU: sku,
        ASIN: asin,
        status: 'Success',
        MarketplaceID: marketplaceId,
        ItemCondition: 'New',
        Identifier: { SellerSKU: sku, MarketplaceId: marketplaceId, ItemCondition: 'New' },
        Summary: {
          TotalOfferCount: offers.length,
          NumberOfOffers: [{ condition: 'new', fulfillmentChannel: 'Merchant', OfferCount: offers.length }],
          LowestPrices: [
            {
              condition: 'new',
              fulfillmentChannel: 'Merchant',
              LandedPrice: usd(state.ownCents),
              ListingPrice: usd(state.ownCents),
              Shipping: usd(0),
            },
          ],
          BuyBoxPrices: [
            { condition: 'New', LandedPrice: usd(state.ownCents), ListingPrice: usd(state.ownCents), Shipping: usd(0) },
          ],
          SalesRankings: [{ ProductCategoryId: 'kitchen_display_on_website', Rank: 900 + (tick % 50) }],
        },
        Offers: offers.map(({ sellerId, cents }) => ({
          SubCondition: 'new',
          SellerFeedbackRating: { FeedbackCount: 1200 + (tick % 10), SellerPositiveFeedbackRating: 97 },
          ShippingTime: { minimumHours: 24, maximumHours: 48, availabilityType: 'NOW' },
          ListingPrice: usd(cents),
          Shipping: usd(0),
          ShipsFrom: { State: 'WA', Country: 'US' },
          IsFulfilledByAmazon: false,
          PrimeInformation: { IsPrime: false, IsNationalPrime: false },
          IsBuyBoxWinner: sellerId === ownSellerId,
          ConditionNotes: '',
          MyOffer: sellerId === ownSellerId,
          IsFeaturedMerchant: true,
          SellerId: sellerId,
        })),
      },
    },
    request: {
      SellerSKU: sku,
      MarketplaceId: marketplaceId,
      ItemCondition: 'New',
      CustomerType: 'Consumer',
      uri: `/products/pricing/v0/listings/${sku}/offers`,
      method: 'GET',
    },
  };
}
