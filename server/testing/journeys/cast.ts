import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { ObservingWorld } from '../observing/observing.ts';
import type { Answers, Happening, Journey, SandboxEvent, SandboxProduct } from './journey.ts';
import { journeys } from './journeys.ts';

/** Sells in one marketplace, in which no day is a holiday to the watchdog of sales. */
export const seller = { sellingPartnerId: 'A3CHV9LN8K4TRD', region: 'IN' } as const;

/** A journey with the product that goes on it. */
export interface Traveller {
  readonly type: string;
  readonly journey: Journey;
  readonly product: SandboxProduct;
  answers: Answers;
  /** Events that could not happen: the journey is written wrong. */
  readonly refused: string[];
}

interface Summary {
  readonly sellers: readonly { readonly sellingPartnerId: string; readonly products: readonly SandboxProduct[] }[];
}

export async function productsOfSeller({ sandbox }: ObservingWorld): Promise<readonly SandboxProduct[]> {
  const { sellers } = (await sandbox.control('GET', '/sandbox/world')) as Summary;
  return sellers.find(({ sellingPartnerId }) => sellingPartnerId === seller.sellingPartnerId)?.products ?? [];
}

/** Each journey has a product of its own; the more it asks of one, the sooner it chooses. */
export function cast(products: readonly SandboxProduct[]): Traveller[] {
  const free = products.filter(({ active, unitsPerDay }) => active && unitsPerDay > 0);
  const rows = Object.entries<Journey>(journeys).map(([type, journey]) => {
    const suits = (product: SandboxProduct) => journey.suits?.(product) ?? true;
    return { type, journey, suits, choice: free.filter(suits).length };
  });
  return rows
    .toSorted((a, b) => a.choice - b.choice)
    .map(({ type, journey, suits }) => {
      const index = free.findIndex(suits);
      const [product] = index < 0 ? [] : free.splice(index, 1);
      if (!product) throw new Error(`No product is left for ${type}`);
      return { type, journey, product, answers: {}, refused: [] };
    });
}

/** Makes it happen, one event after the other, as later ones may depend on what came of earlier ones. */
export async function happenTo(
  { sandbox }: ObservingWorld,
  traveller: Traveller,
  events: readonly Happening[],
): Promise<void> {
  const { asin, marketplace } = traveller.product;
  for (const event of events) {
    const made: SandboxEvent = typeof event === 'function' ? event(traveller.product, traveller.answers) : event;
    try {
      const entry = (await sandbox.control('POST', '/sandbox/events', { ...made, asin, marketplace })) as {
        readonly detail: Answers[string];
      };
      traveller.answers = { ...traveller.answers, [made.type]: entry.detail };
    } catch (error) {
      // The others travel on.
      traveller.refused.push(String(error));
    }
  }
}

/** The kinds that wait for several checks to agree. */
export const patientTypes: ReadonlySet<string> = new Set(
  watchdogs.filter(({ settings }) => Object.hasOwn(settings.shape, 'sensitivity')).map(({ type }) => type),
);
