import type { FastifyInstance } from 'fastify';

export interface CallCount {
  readonly operation: string;
  /** Absent where nobody's quota is used: the application's own calls, and pages. */
  readonly sellerId: string | undefined;
  /** Requests that were answered with what they asked for. */
  readonly answered: number;
  /** Requests that were not: bad ones, those beyond the quota, and those that a fault spoiled. */
  readonly refused: number;
  /** What a provider of pages charged for them. */
  readonly credits: number;
}

export interface Call {
  readonly operation: string;
  readonly sellerId?: string | undefined;
  readonly isAnswered: boolean;
  readonly credits?: number;
}

/** Counts the requests to everything that has a quota or a price, so that a bench can tell what a day costs. */
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

/** `GET /sandbox/calls` tells the counts since the start, or since `DELETE /sandbox/calls`. */
export function callRoutes(calls: Calls): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.get('/sandbox/calls', () => calls.list());
    app.delete('/sandbox/calls', (_request, reply) => {
      calls.clear();
      return reply.code(204).send();
    });
  };
}
