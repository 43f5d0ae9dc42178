import { cutAt } from '../../base/cut-text.ts';

/** The marketplace's own words may fill pages: a mail's subject, a table's row and a phone want their beginning. */
const LONGEST = 200;
const NAMED = 5;
const REASONS = 3;

/** Why the marketplace does something to a listing, as it says; without the full stop that our own sentence would get. */
export function reasonOf({ message, code }: { readonly message: string; readonly code: string }): string {
  const reason = shortReason(message);
  return reason === '' ? `the marketplace gave the code ${cutAt(code, LONGEST)}` : reason;
}

export function shortReason(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line.replace(/\.$/, '') : `${cutAt(line, LONGEST - 1).trimEnd()}…`;
}

interface Named {
  readonly sku: string;
  readonly reason: string;
}

/** As in "SKUs A, B hidden from search: the title is too long". */
export function reasonsText(listings: readonly Named[], what: string): string {
  const skus = listings.map(({ sku }) => sku);
  const reasons = [...new Set(listings.map(({ reason }) => reason))];
  return `${skus.length === 1 ? 'SKU' : 'SKUs'} ${listed(skus, { most: NAMED, by: ', ' })} ${what}: ${listed(reasons, { most: REASONS, by: '; ' })}`;
}

function listed(names: readonly string[], { most, by }: { readonly most: number; readonly by: string }): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(by)} and ${more} more` : names.join(by);
}
