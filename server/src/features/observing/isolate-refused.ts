import { isRefused } from '../../external/marketplace/external-error.ts';
import type { Context } from '../../context.ts';

interface BatchRequest<Member, Answer> {
  readonly batch: readonly Member[];
  /** The account and source for the log. */
  readonly about: object;
  ask(batch: readonly Member[]): Promise<Answer>;
}

/**
 * The outcome of one request. A refused batch is returned in halves, to be requested again. A refused batch of one
 * member has no halves: the member is left out.
 */
export type Attempt<Member, Answer> =
  | { readonly state: 'answered'; readonly answer: Answer }
  | { readonly state: 'refused'; readonly halves: readonly (readonly Member[])[] };

/**
 * Asks for a batch once. Amazon refuses a whole batch for one bad member, which halving isolates in fewer calls than
 * asking for each member alone. Errors other than a refusal are thrown.
 */
export async function isolateRefused<Member, Answer>(
  { log }: Pick<Context, 'log'>,
  { batch, about, ask }: BatchRequest<Member, Answer>,
): Promise<Attempt<Member, Answer>> {
  try {
    return { state: 'answered', answer: await ask(batch) };
  } catch (error) {
    if (!isRefused(error)) throw error;
    log.warn({ ...about, batch: batch.length, reason: error.message }, 'the marketplace refused a batch');
    const middle = Math.ceil(batch.length / 2);
    return { state: 'refused', halves: batch.length > 1 ? [batch.slice(0, middle), batch.slice(middle)] : [] };
  }
}
