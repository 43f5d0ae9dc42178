import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { parseOrRefuse } from '../control/bad-request.ts';

const eventForm = z.strictObject({
  /**
   * `throttled` refuses the next calls with 429, `urlExpired` makes the next document addresses expire immediately,
   * `reportFailed` makes the next reports fail, `damagedDocument` truncates the next documents, and `consentWithdrawn`
   * ends the consent of a seller.
   */
  type: z.enum(['throttled', 'urlExpired', 'reportFailed', 'damagedDocument', 'consentWithdrawn']),
  count: z._default(z.int().check(z.gte(1)), 1),
  sellerId: z.optional(z.string()),
});
type AdvertisingEvent = Exclude<z.output<typeof eventForm>['type'], 'consentWithdrawn'>;

/** Pending events: each affects the next call to which its type applies. */
export interface AdvertisingEvents {
  /** Returns whether an event of this type is pending, and decrements its count. */
  take(type: AdvertisingEvent): boolean;
}

interface EventDeps {
  /** Ends the consent of a seller at Amazon Advertising. */
  revoke(sellerId: string): void;
}

/** `POST /sandbox/advertising` triggers an event at Amazon Advertising. */
export function createAdvertisingEvents({ revoke }: EventDeps): AdvertisingEvents & {
  readonly routes: (app: FastifyInstance) => Promise<void>;
} {
  const left = new Map<string, number>();
  return {
    take(type) {
      const count = left.get(type) ?? 0;
      left.set(type, Math.max(0, count - 1));
      return count > 0;
    },
    async routes(app) {
      app.post('/sandbox/advertising', (request) => {
        const event = parseOrRefuse(eventForm, request.body);
        if (event.type !== 'consentWithdrawn') left.set(event.type, (left.get(event.type) ?? 0) + event.count);
        else if (event.sellerId !== undefined) revoke(event.sellerId);
        return event;
      });
    },
  };
}
