import type { FastifyInstance } from 'fastify';

interface CallCount {
  readonly operation: string;
  /** The seller whose quota the call uses; undefined for grantless operations and page providers. */
  readonly sellerId: string | undefined;
  /** Number of successful requests; an answer 404 counts as successful. */
  readonly answered: number;
  /** Number of other requests: invalid, above the quota, or failed by an injected fault. */
  readonly refused: number;
  /** Credits charged by a page provider. */
  readonly credits: number;
}

export interface Call {
  readonly operation: string;
  readonly sellerId?: string | undefined;
  readonly isAnswered: boolean;
  readonly credits?: number;
}

/** Counts the requests to services with a quota or a price, so that a benchmark can compute the cost of a day. */
export interface Calls {
  note(call: Call): void;
  list(): readonly CallCount[];
  clear(): void;
}

export function createCalls(): Calls {
  const counts = new Map<string, CallCount>();
  return {
    note: ({ operation, sellerId, isAnswered, credits = 0 }) => {
      const key = `${operation} ${sellerId ?? ''}`;
      const before = counts.get(key) ?? { operation, sellerId, answered: 0, refused: 0, credits: 0 };
      counts.set(key, {
        ...before,
        answered: before.answered + (isAnswered ? 1 : 0),
        refused: before.refused + (isAnswered ? 0 : 1),
        credits: before.credits + credits,
      });
    },
    list: () => [...counts.values()].toSorted((a, b) => a.operation.localeCompare(b.operation)),
    clear: () => counts.clear(),
  };
}

/** `GET /sandbox/calls` returns the counts since the start or since the last `DELETE /sandbox/calls`. */
export function callRoutes(calls: Calls): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.get('/sandbox/calls', () => calls.list());
    app.delete('/sandbox/calls', (_request, reply) => {
      calls.clear();
      return reply.code(204).send();
    });
  };
}
