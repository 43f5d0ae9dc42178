import { marketplaces, type Marketplace } from '@app/shared/base/marketplaces.ts';
import * as z from 'zod/mini';
import { PageRefusal } from '../page-context.ts';

const asin = z.string().check(z.regex(/^[A-Z0-9]{10}$/, 'is no ASIN'));
const page = z.prefault(z.coerce.number().check(z.multipleOf(1), z.gte(1), z.lte(100)), 1);
const flag = z.optional(z.enum(['true', 'false']));

/** Limited to the marketplaces that Watchpost supports; the real provider supports more. */
const domain = z.pipe(
  z.string(),
  z.transform((name: string, context): Marketplace => {
    const found = marketplaces.find((marketplace) => marketplace.domain === name);
    if (found) return found;
    context.issues.push({ code: 'custom', message: 'is not supported', input: name });
    return z.NEVER;
  }),
);

/** Parameters accepted for every type; most of them have no effect in the sandbox. */
const every = {
  api_key: z.string(),
  amazon_domain: domain,
  language: z.optional(z.string()),
  currency: z.optional(z.string()),
  associate_id: z.optional(z.string()),
  customer_location: z.optional(z.string()),
  customer_zipcode: z.optional(z.string()),
  device: z.optional(z.enum(['desktop', 'mobile', 'tablet'])),
  output: z.optional(z.literal('json')),
};

const stars = z.enum([
  'all_stars',
  'five_star',
  'four_star',
  'three_star',
  'two_star',
  'one_star',
  'all_positive',
  'all_critical',
]);

const request = z.discriminatedUnion('type', [
  z.strictObject({ ...every, type: z.literal('product'), asin }),
  z.strictObject({
    ...every,
    type: z.literal('reviews'),
    asin,
    page,
    review_stars: z.prefault(stars, 'all_stars'),
    sort_by: z.prefault(z.enum(['most_helpful', 'most_recent']), 'most_helpful'),
    reviewer_type: z.prefault(z.enum(['all', 'verified_purchase']), 'all'),
    review_formats: z.optional(z.enum(['all_formats', 'current_format'])),
    review_media_type: z.optional(z.enum(['all_contents', 'media_reviews_only'])),
    review_id: z.optional(z.string()),
    search_term: z.optional(z.string()),
    global_reviews: flag,
  }),
  z.strictObject({
    ...every,
    type: z.literal('offers'),
    asin,
    page,
    offers_prime: flag,
    offers_free_shipping: flag,
    offers_condition_new: flag,
    show_different_asins: flag,
  }),
  z.strictObject({
    ...every,
    type: z.literal('search'),
    search_term: z.string().check(z.minLength(1)),
    page,
    max_page: z.optional(z.coerce.number().check(z.multipleOf(1), z.gte(1), z.lte(20))),
    exclude_sponsored: flag,
    category_id: z.optional(z.string()),
    sort_by: z.optional(
      z.enum(['featured', 'price_low_to_high', 'price_high_to_low', 'average_review', 'most_recent']),
    ),
    refinements: z.optional(z.string()),
  }),
  z.strictObject({ ...every, type: z.literal('seller_feedback'), seller_id: z.string().check(z.minLength(1)), page }),
]);

export type PageRequest = z.output<typeof request>;
export type RequestOf<Type extends PageRequest['type']> = Extract<PageRequest, { type: Type }>;

export const pageTypes = ['product', 'reviews', 'offers', 'search', 'seller_feedback'] as const;

/** Parses a request; throws a refusal with status 400 for a missing, invalid or unknown parameter. */
export function readRequest(query: unknown): PageRequest {
  const parsed = z.safeParse(request, query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const names = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : (issue?.path.join('.') ?? '');
  const problem = issue?.code === 'unrecognized_keys' ? 'is not a parameter of this type' : issue?.message;
  throw new PageRefusal(400, `The parameter ${names} ${problem ?? 'could not be parsed'}`);
}
