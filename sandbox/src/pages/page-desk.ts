import type { Calls } from '../sp-api/calls.ts';
import type { Replay } from '../sp-api/replay/replay.ts';
import type { Faults } from '../world/events/faults.ts';
import type { World } from '../world/world.ts';

/** What the providers of pages work with. */
export interface PageDesk {
  readonly world: World;
  readonly faults: Faults;
  readonly calls: Calls;
  /** Set when captured bodies may answer instead of the world. */
  readonly replay?: Replay | undefined;
}

/** Why a provider answers with something else than a page. */
export class PageRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A refusal that a fault brought about, not the client. */
export class InjectedRefusal extends PageRefusal {}

/** Notes a refusal where tests look for the client's mistakes. */
export function noteRefusal({ world }: PageDesk, operation: string, refusal: PageRefusal): void {
  const isInjected = refusal instanceof InjectedRefusal;
  const detail = { operationId: operation, status: refusal.status, reason: refusal.message, isInjected };
  world.ledger.append({ kind: 'refusal', type: operation, detail });
}
