import { findMarketplace, type Marketplace } from '@app/shared/base/marketplaces.ts';
import * as z from 'zod/mini';
import { PageRefusal } from '../page-context.ts';

/** Keepa's marketplace numbers. 5 is Japan; the Netherlands are not supported by Keepa. */
const codes: Readonly<Record<string, string>> = {
  1: 'US',
  2: 'UK',
  3: 'DE',
  4: 'FR',
  6: 'CA',
  8: 'IT',
  9: 'ES',
  10: 'IN',
  11: 'MX',
  12: 'BR',
};

const flag = z.optional(z.enum(['0', '1']));
const asins = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.split(',')),
  ),
  z.array(z.string().check(z.regex(/^[A-Z0-9]{10}$/, 'is no ASIN'))).check(z.minLength(1), z.maxLength(100)),
);

const every = { key: z.string(), domain: z.string() };

const product = z.strictObject({
  ...every,
  asin: asins,
  stats: z.optional(z.string().check(z.regex(/^\d+$/))),
  update: z.optional(z.string().check(z.regex(/^-?\d+$/))),
  history: flag,
  days: z.optional(z.string().check(z.regex(/^\d+$/))),
  rating: flag,
  buybox: flag,
  stock: flag,
  aplus: flag,
  videos: flag,
  offers: z.optional(z.coerce.number().check(z.gte(20), z.lte(100))),
  'only-live-offers': flag,
});

const search = z.strictObject({
  ...every,
  type: z.literal('product'),
  term: z.string().check(z.minLength(1)),
  page: z.prefault(z.coerce.number().check(z.multipleOf(1), z.gte(0), z.lte(9)), 0),
  'asins-only': flag,
  stats: z.optional(z.string()),
  update: z.optional(z.string()),
  history: flag,
  rating: flag,
});

export type ProductRequest = z.output<typeof product>;
type SearchRequest = z.output<typeof search>;

export const readProductRequest = (query: unknown): ProductRequest => read(product, query);
export const readSearchRequest = (query: unknown): SearchRequest => read(search, query);

function read<S extends z.ZodMiniType>(schema: S, query: unknown): z.output<S> {
  const parsed = z.safeParse(schema, query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const names = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue?.path.join('.');
  throw new PageRefusal(400, `The parameter ${names} is missing, wrong or unknown`);
}

export function placeOf(domain: string): Marketplace {
  const found = findMarketplace(codes[domain] ?? '');
  if (!found) throw new PageRefusal(400, `The parameter domain ${domain} is not known`);
  return found;
}
