import { target } from './asking.ts';

const us = 'ATVPDKIKX0DER';
const usd = (Amount: number) => ({ Amount, CurrencyCode: 'USD' });
/** The listing that the answers below describe. */
export const asked = target(1, { feePriceCents: 2490, isFulfilledByAmazon: true });

const offer = (SellerId: string, amount: number, IsBuyBoxWinner: boolean) => ({
  SellerId,
  ListingPrice: usd(amount),
  Shipping: usd(0),
  IsFulfilledByAmazon: true,
  IsBuyBoxWinner,
  PrimeInformation: { IsPrime: true },
});
/** Amazon's complete answers about one listing or product, with every field that is read. */
export const offersAnswer = {
  responses: [
    {
      status: { statusCode: 200 },
      request: { SellerSKU: asked.sku },
      body: {
        payload: {
          SKU: asked.sku,
          ASIN: asked.asin,
          marketplaceId: us,
          ItemCondition: 'New',
          status: 'Success',
          Summary: {
            TotalOfferCount: 2,
            NumberOfOffers: [{ condition: 'new', OfferCount: 2 }],
            BuyBoxPrices: [{ condition: 'New', LandedPrice: usd(10), quantityTier: 1, offerType: 'B2C' }],
          },
          Offers: [offer('OURS', 10, true), offer('RIVAL', 11, false)],
        },
      },
    },
  ],
};
const size = (value: number) => ({ unit: 'centimeters', value });
export const pageAnswer = {
  items: [
    {
      asin: asked.asin,
      attributes: { color: [{ value: 'black', marketplace_id: us }], bullet_point: [{ value: 'Iron' }] },
      classifications: [{ marketplaceId: us, classifications: [{ displayName: 'Pans', classificationId: '1' }] }],
      dimensions: [
        {
          marketplaceId: us,
          package: { length: size(30), width: size(20), height: size(10), weight: { unit: 'kilograms', value: 1 } },
        },
      ],
      images: [
        { marketplaceId: us, images: [{ variant: 'MAIN', link: 'https://p.test/a.png', height: 75, width: 75 }] },
      ],
      productTypes: [{ marketplaceId: us, productType: 'SKILLET' }],
      relationships: [{ marketplaceId: us, relationships: [{ type: 'VARIATION', parentAsins: ['B0PARENT01'] }] }],
      salesRanks: [
        {
          marketplaceId: us,
          classificationRanks: [{ classificationId: '1', title: 'Pans', rank: 1 }],
          displayGroupRanks: [{ websiteDisplayGroup: 'kitchen', title: 'Kitchen', rank: 7 }],
        },
      ],
      summaries: [
        {
          marketplaceId: us,
          itemName: 'Skillet',
          brand: 'Brightkeel',
          adultProduct: false,
          browseClassification: { displayName: 'Pans', classificationId: '1' },
          websiteDisplayGroup: 'kitchen',
          websiteDisplayGroupName: 'Kitchen',
        },
      ],
    },
  ],
};
export const listingAnswer = {
  items: [
    {
      sku: asked.sku,
      summaries: [{ marketplaceId: us, asin: asked.asin, status: ['BUYABLE', 'DISCOVERABLE'] }],
      issues: [
        {
          code: '1',
          message: 'Too long',
          severity: 'WARNING',
          categories: ['INVALID_ATTRIBUTE'],
          enforcements: { actions: [{ action: 'SEARCH_SUPPRESSED' }], exemption: { status: 'NOT_EXEMPT' } },
          marketplaceIds: [us],
        },
      ],
      fulfillmentAvailability: [{ fulfillmentChannelCode: 'DEFAULT', quantity: 5 }],
      relationships: [{ marketplaceId: us, relationships: [{ type: 'VARIATION', parentSkus: ['PARENT'] }] }],
    },
  ],
};
const label = (fnSku: string, units: number) => ({
  sellerSku: asked.sku,
  fnSku,
  condition: 'NewItem',
  totalQuantity: units,
  inventoryDetails: {
    fulfillableQuantity: units,
    inboundWorkingQuantity: 0,
    inboundShippedQuantity: 0,
    inboundReceivingQuantity: 0,
    reservedQuantity: { totalReservedQuantity: 0 },
  },
});
export const stockAnswer = { payload: { inventorySummaries: [label('X1', 5), label('X2', 0)] } };
export const feesAnswer = [
  {
    Status: 'Success',
    FeesEstimateIdentifier: { SellerInputIdentifier: asked.sku },
    FeesEstimate: {
      TotalFeesEstimate: usd(6.5),
      FeeDetailList: [
        { FeeType: 'ReferralFee', FinalFee: usd(1.5) },
        { FeeType: 'FBAFees', FinalFee: usd(5) },
      ],
    },
  },
];
