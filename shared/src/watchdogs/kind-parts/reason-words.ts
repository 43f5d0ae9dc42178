import { cutAt, shorten } from '../../base/cut-text.ts';

/**
 * The length limit of a reason, so that it fits a mail's subject, a table row and a phone; the marketplace's texts may
 * be pages long.
 */
const LONGEST = 200;
const NAMED = 5;
const REASONS = 3;

/**
 * Returns the marketplace's reason for suspending or hiding a listing, without a full stop or an exclamation mark at its
 * end, because our sentence adds a full stop.
 */
export function reasonOf({ message, code }: { readonly message: string; readonly code: string }): string {
  const reason = shortReason(message);
  return reason === '' ? `the marketplace gave the code ${cutAt(code, LONGEST)}` : reason;
}

export function shortReason(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line.replace(/[.!\s]+$/, '') : shorten(line, LONGEST);
}

interface NamedListing {
  readonly sku: string;
  readonly reason: string;
}

/** A text such as "SKUs A, B hidden from search: the title is too long". */
export function reasonsText(listings: readonly NamedListing[], what: string): string {
  const skus = listings.map(({ sku }) => sku);
  const reasons = distinctReasons(listings);
  return `${skus.length === 1 ? 'SKU' : 'SKUs'} ${listFirst(skus, { most: NAMED, by: ', ' })} ${what}: ${listFirst(reasons, { most: REASONS, by: '; ' })}`;
}

/**
 * Returns the reason of each listing, as evidence beside the text of `reasonsText`; empty if the text says all of it,
 * because it names every listing and their only reason.
 */
export function reasonsEvidence(listings: readonly NamedListing[]): { label: string; value: string }[] {
  if (listings.length <= NAMED && distinctReasons(listings).length === 1) return [];
  return listings.map(({ sku, reason }) => ({ label: `SKU ${sku}`, value: reason }));
}

const distinctReasons = (listings: readonly NamedListing[]): readonly string[] => [
  ...new Set(listings.map(({ reason }) => reason)),
];

function listFirst(names: readonly string[], { most, by }: { readonly most: number; readonly by: string }): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(by)} and ${more} more` : names.join(by);
}
