import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { ObservingWorld } from '../observing/observing.ts';
import type { Answers, JourneyEvent, Journey, SandboxEvent, SandboxProduct } from './journey.ts';
import { journeys } from './journeys.ts';

/** A seller in one marketplace only, for which the sales watchdog knows no holidays. */
export const seller = { sellingPartnerId: 'A3CHV9LN8K4TRD', region: 'IN' } as const;

/** A journey and the product on which it happens. */
export interface Traveller {
  readonly type: string;
  readonly journey: Journey;
  readonly product: SandboxProduct;
  answers: Answers;
  /** Events that the sandbox refused, which means that the journey is wrong. */
  readonly refused: string[];
}

interface Summary {
  readonly sellers: readonly { readonly sellingPartnerId: string; readonly products: readonly SandboxProduct[] }[];
}

export async function productsOfSeller({ sandbox }: ObservingWorld): Promise<readonly SandboxProduct[]> {
  const { sellers } = (await sandbox.control('GET', '/sandbox/world')) as Summary;
  return sellers.find(({ sellingPartnerId }) => sellingPartnerId === seller.sellingPartnerId)?.products ?? [];
}

/** Assigns a product to each journey. Journeys with fewer suitable products choose first. */
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

/** Sends the events one after the other, because later ones may depend on the results of earlier ones. */
export async function happenTo(
  { sandbox }: ObservingWorld,
  traveller: Traveller,
  events: readonly JourneyEvent[],
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
      // Continues with the other journeys.
      traveller.refused.push(String(error));
    }
  }
}

/** Kinds that wait for several checks to agree. */
export const patientTypes: ReadonlySet<string> = new Set(
  watchdogs.filter(({ settings }) => Object.hasOwn(settings.shape, 'sensitivity')).map(({ type }) => type),
);
