import type { Calls } from '../sp-api/calls.ts';
import type { Replay } from '../sp-api/replay/replay.ts';
import type { Faults } from '../world/events/faults.ts';
import type { World } from '../world/world.ts';

/** The state shared by the page providers. */
export interface PageContext {
  readonly world: World;
  readonly faults: Faults;
  readonly calls: Calls;
  /** Captured responses that may replace generated ones. */
  readonly replay?: Replay | undefined;
}

/** An error answer of a page provider. */
export class PageRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A refusal caused by an injected fault, not by the client. */
export class InjectedRefusal extends PageRefusal {}

/** Records a refusal in the ledger, where tests look for mistakes of the client. */
export function noteRefusal({ world }: PageContext, operation: string, refusal: PageRefusal): void {
  const isInjected = refusal instanceof InjectedRefusal;
  const detail = { operationId: operation, status: refusal.status, reason: refusal.message, isInjected };
  world.ledger.append({ kind: 'refusal', type: operation, detail });
}
