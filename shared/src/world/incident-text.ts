import { productCount } from '../base/format-count.ts';

/** An incident as messages describe it: several changes with one cause, which are told together. */
export interface NewsIncident {
  readonly incidentId: string;
  /** The cause, such as 'seller A2UKR47RHS0DCY', 'brand Brightkeel' or `firstLook`; empty if it is unknown. */
  readonly cause: string;
  /** Whether a second check has found the incident again. */
  readonly isConfirmed: boolean;
}

/** The cause of problems that already existed when a seller account was connected. */
export const firstLook = 'first look';

interface IncidentNews {
  readonly productId: string;
  readonly sellerAccountName: string;
  readonly incident?: NewsIncident | null;
}

/** Returns the incident to which all of these news items belong, or `null` if they do not share one. */
export function incidentOf(news: readonly IncidentNews[]): NewsIncident | null {
  const [first] = news;
  const incident = first?.incident ?? null;
  if (incident === null || news.length < 2) return null;
  return news.every((one) => one.incident?.incidentId === incident.incidentId) ? incident : null;
}

/**
 * Returns a text such as "One incident: 23 products, seller A2UKR47RHS0DCY. A second look has confirmed it"; `null`
 * without an incident.
 */
export function incidentText(news: readonly IncidentNews[]): string | null {
  const incident = incidentOf(news);
  if (incident === null) return null;
  const { cause, isConfirmed } = incident;
  if (cause === firstLook) return `What we found when ${news[0]?.sellerAccountName ?? 'the account'} was connected`;
  const count = new Set(news.map(({ productId }) => productId)).size;
  const products = productCount(count);
  const second = isConfirmed ? 'A second look has confirmed it' : 'No second look came in time';
  return `One incident: ${[products, cause].filter(Boolean).join(', ')}. ${second}`;
}
