import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { categories } from './catalogue/categories.ts';
import type { Template } from './catalogue/template.ts';
import type { Product, Rival } from './product.ts';
import { hashOf, type Random } from './random.ts';
import { inventRival } from './rivals.ts';
import type { Seller } from './seller.ts';

/** One thing that is made and sold, wherever it is sold. */
export interface Article {
  readonly template: Template;
  readonly variant: string;
  readonly parentAsin: string;
  readonly asin: string;
  readonly skuCode: string;
  readonly ean: string;
  /** Variants differ a little in price. */
  readonly factor: number;
}

interface Place {
  readonly seller: Seller;
  readonly marketplace: string;
  readonly random: Random;
}

/** Prices abroad in terms of the home marketplace's, near the exchange rates of 2026. */
const priceFactors: Readonly<Record<string, number>> = { CA: 1.36, DE: 1.17 };
export function seedProduct(article: Article, { seller, marketplace, random }: Place): Product {
  const { template, variant } = article;
  const priceCents = retailPrice(template.price * article.factor * (priceFactors[marketplace] ?? 1), marketplace);
  const rank = random.int(180, 48_000);
  return {
    asin: article.asin,
    marketplace,
    sellerId: seller.sellingPartnerId,
    parentAsin: article.parentAsin,
    title: titleOf(template, variant, marketplace),
    brand: template.brand,
    bullets: bulletsOf(template, marketplace),
    description: `${titleOf(template, variant, marketplace)}. ${bulletsOf(template, marketplace).join(' ')}`,
    color: variant,
    productType: template.productType,
    category: categories[template.category],
    shape: template.shape,
    ean: article.ean,
    weightGrams: 180 + (hashOf(article.asin) % 2400),
    sizesMm: [
      120 + (hashOf(article.asin) % 300),
      90 + (hashOf(article.ean) % 220),
      60 + (hashOf(article.skuCode) % 180),
    ],
    releasedOn: `20${random.int(19, 25)}-${String(random.int(1, 12)).padStart(2, '0')}-15`,
    usualPriceCents: priceCents,
    listPriceCents: retailPrice((priceCents / 100) * 1.25, marketplace),
    rank,
    categoryRank: Math.max(1, Math.round(rank / random.int(30, 90))),
    hasMainImage: true,
    rivals: seedRivals(priceCents, random),
    buyBoxSellerId: seller.sellingPartnerId,
  };
}

function titleOf(template: Template, variant: string, marketplace: string): string {
  const title = marketplace === 'DE' ? (template.titleDe ?? template.title) : template.title;
  return title.replace('{}', variant);
}

/** Everything has a reseller, so that a buy box can be lost without anybody having to join for it. */
function seedRivals(priceCents: number, random: Random): Rival[] {
  const rivals: Rival[] = [];
  const count = random.int(1, 4);
  while (rivals.length < count) {
    const rival = inventRival(Math.round(priceCents * (1.02 + random.next() * 0.2)), random);
    if (rivals.every((other) => other.sellerId !== rival.sellerId)) rivals.push({ ...rival, isNewcomer: false });
  }
  return rivals;
}

/** Ends in .99, or on a rupee 9, as shop prices do. */
function retailPrice(amount: number, marketplace: string): number {
  const isRupee = marketplaceOf(marketplace).currency === 'INR';
  return isRupee ? (Math.round(amount / 10) * 10 - 1) * 100 : Math.max(1, Math.round(amount)) * 100 - 1;
}

function bulletsOf(template: Template, marketplace: string): string[] {
  if (marketplace === 'DE') {
    return [
      `DURCHDACHT: ${template.brand} entwirft für den täglichen Gebrauch und prüft jedes Stück vor dem Versand.`,
      'LANGLEBIG: Ausgewählte Materialien, die Jahre halten und sich leicht reinigen lassen.',
      'VIELSEITIG: Passt in kleine Wohnungen ebenso wie in große Küchen und Gärten.',
      'NACHHALTIG VERPACKT: Kommt ohne Plastik in einem Karton aus Recyclingpapier.',
      'ZUFRIEDEN ODER GELD ZURÜCK: Unser Kundendienst antwortet innerhalb eines Werktags.',
    ];
  }
  return [
    `THOUGHTFULLY DESIGNED: ${template.brand} designs for everyday use and checks every piece before it ships.`,
    'MADE TO LAST: Carefully chosen materials that keep for years and are easy to clean.',
    'FITS YOUR HOME: At ease in a small flat as much as in a large kitchen or garden.',
    'PLASTIC-FREE PACKAGING: Arrives in a recycled cardboard box that makes a good gift.',
    'SATISFACTION GUARANTEED: Our customer service answers within one working day.',
  ];
}
