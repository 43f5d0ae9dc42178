/** The cause that changes have in common, of which people are told once. */
export interface NewsIncident {
  readonly incidentId: string;
  /** 'seller A2UKR47RHS0DCY', 'brand Brightkeel', `firstLook`; empty if nothing is known. */
  readonly cause: string;
  /** Whether a second look has found the incident again. */
  readonly isConfirmed: boolean;
}

/** The cause of what was wrong already when a seller account was connected. */
export const firstLook = 'first look';

interface IncidentNews {
  readonly productId: string;
  readonly sellerAccountName: string;
  readonly incident?: NewsIncident | null;
}

/** Returns the incident to which all of this news belongs, if there is one. */
export function incidentOf(news: readonly IncidentNews[]): NewsIncident | null {
  const [first] = news;
  const incident = first?.incident ?? null;
  if (incident === null || news.length < 2) return null;
  return news.every((one) => one.incident?.incidentId === incident.incidentId) ? incident : null;
}

/** "One incident: 23 products, seller A2UKR47RHS0DCY. A second look has confirmed it"; `null` without an incident. */
export function incidentText(news: readonly IncidentNews[]): string | null {
  const incident = incidentOf(news);
  if (incident === null) return null;
  const { cause, isConfirmed } = incident;
  if (cause === firstLook) return `What we found when ${news[0]?.sellerAccountName ?? 'the account'} was connected`;
  const count = new Set(news.map(({ productId }) => productId)).size;
  const products = count === 1 ? '1 product' : `${count.toLocaleString('en-US')} products`;
  const second = isConfirmed ? 'A second look has confirmed it' : 'No second look came in time';
  return `One incident: ${[products, cause].filter(Boolean).join(', ')}. ${second}`;
}
