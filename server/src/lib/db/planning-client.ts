import { isPrepared } from './preparing-client.ts';
import { SequenceClient, sequenceMark } from './sequence-client.ts';

/** Begins a transaction in which a prepared statement has one plan for all values. */
export const planOnce = 'set local plan_cache_mode = force_generic_plan';
const planEachTime = 'set local plan_cache_mode = auto';

/**
 * A connection that makes PostgreSQL keep one plan of each prepared statement. Left to itself it plans a statement anew
 * for each value if it expects the plan to be a little cheaper, and always for partitioned tables: planning took half of
 * its time under load. Other statements of the same transaction are planned for their values.
 */
export class PlanningClient extends SequenceClient {
  /** Whether plans are made once; `null` outside of a transaction that began so. */
  #isOnce: boolean | null = null;

  override query(...args: unknown[]): never {
    const [text, values] = args;
    if (typeof text === 'string') this.#follow(text, Array.isArray(values) && values.length > 0);
    return Reflect.apply(super.query, this, args);
  }

  #follow(text: string, hasValues: boolean): void {
    if (text.startsWith(sequenceMark)) this.#isOnce = text.includes(planOnce) ? true : null;
    else if (text.endsWith('commit') || text === 'rollback') this.#isOnce = null;
    else if (this.#isOnce !== null && hasValues && isPrepared(text) !== this.#isOnce) this.#set(!this.#isOnce);
  }

  #set(isOnce: boolean): void {
    this.#isOnce = isOnce;
    const changed: unknown = Reflect.apply(super.query, this, [isOnce ? planOnce : planEachTime]);
    // It fails only with the transaction, and then the next statement fails too.
    if (changed instanceof Promise) changed.catch(() => undefined);
  }
}
