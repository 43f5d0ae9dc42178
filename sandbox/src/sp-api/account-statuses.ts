import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { World } from '../world/world.ts';
import { accountStatus, type AccountStatus } from './notifications/types/account-status-changed.ts';

export interface AccountChange {
  readonly sellerId: string;
  readonly before: AccountStatus;
  readonly now: AccountStatus;
}

/** Account status of each seller as Amazon reports it; initially NORMAL for all. */
export interface AccountStatuses {
  set(sellerId: string, status: AccountStatus): AccountChange;
  onChange(listener: (change: AccountChange) => void): () => void;
}

export function createAccountStatuses(): AccountStatuses {
  const statuses = new Map<string, AccountStatus>();
  const listeners = new Set<(change: AccountChange) => void>();
  return {
    set: (sellerId, now) => {
      const change = { sellerId, before: statuses.get(sellerId) ?? 'NORMAL', now };
      statuses.set(sellerId, now);
      if (change.before !== now) for (const listener of listeners) listener(change);
      return change;
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const statusRequest = z.strictObject({ sellerId: z.string(), status: accountStatus });

/** `POST /sandbox/account-status` changes a seller's account status and notifies subscribers. */
export function accountStatusRoutes(world: World, accounts: AccountStatuses): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.post('/sandbox/account-status', (request, reply) => {
      const parsed = z.safeParse(statusRequest, request.body);
      if (!parsed.success || !world.findSeller(parsed.data.sellerId)) {
        const message = 'Say { "sellerId": one of this world, "status": "NORMAL" | "AT_RISK" | "DEACTIVATED" }';
        return reply.code(400).send({ error: 'Bad Request', message });
      }
      const { sellerId, before, now } = accounts.set(parsed.data.sellerId, parsed.data.status);
      world.ledger.append({ kind: 'event', type: 'accountStatusChanged', sellerId, detail: { before, now } });
      return { sellerId, before, now };
    });
  };
}
