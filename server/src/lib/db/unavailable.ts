import pg from 'pg';

/** The database could not be reached, did not answer, or cancelled the work for a temporary reason. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super(`The database is not available: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * The server's codes for temporary reasons: connection exceptions, insufficient resources, a shutdown or start, a
 * cancelled statement, a lock timeout, a transaction that was idle or open for too long.
 */
const temporaryCodes = /^(?:08|53|57P|57014$|55P03$|25P0[34]$)/;

export const isPassing = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && temporaryCodes.test(error.code ?? '');

/** When a connection attempt to several addresses fails, Node reports an error that has a code but no message. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

/** The server's codes for a limit that one piece of work has reached while the database still serves others. */
const ownLimitCodes = /^(?:57014|55P03|25P0[34])$/;

/** Whether the database is unavailable to everyone, rather than only one piece of work cancelled. */
export const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable &&
  !(error.cause instanceof pg.DatabaseError && ownLimitCodes.test(error.cause.code ?? ''));

/** Whether waiting may end the failure. A login or a database that the server does not know is a mistake of the operator. */
export const mayPass = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && (!(error.cause instanceof pg.DatabaseError) || isPassing(error.cause));
