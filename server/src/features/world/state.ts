import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';

/** The state that a browser holds: the tenant's epoch, the version, and the rights of the viewer. */
export interface WorldState {
  readonly epoch: string;
  readonly version: string;
  readonly view: string;
}

export const writeState = (state: WorldState): string => `${state.epoch}.${state.version}.${state.view}`;

export function readState(text: string | undefined): WorldState | null {
  const match = /^([A-Za-z0-9_-]{1,64})\.([0-9]{1,18})\.([A-Za-z0-9_-]{1,64})$/.exec(text ?? '');
  return match?.[1] && match[2] && match[3] ? { epoch: match[1], version: match[2], view: match[3] } : null;
}

/**
 * Returns a text that changes with the viewer's rights and the server's set-up, so that the next answer is a full one.
 */
export const viewOf = (actor: Actor, config: ServerSetup): string => `${rightsOf(actor)}_${setUpOf(config)}`;

type ServerSetup = Pick<Context['config'], 'checkSpeedup' | 'pages'>;

const setUpOf = ({ checkSpeedup, pages }: ServerSetup): string =>
  `${pages?.provider ?? 'none'}${Math.round(checkSpeedup)}`;

const rightsOf = (actor: Actor): string =>
  actor.hiddenSellerAccountIds.length === 0
    ? 'all'
    : createHash('sha256').update(actor.hiddenSellerAccountIds.toSorted().join()).digest('base64url').slice(0, 16);
