import pg from 'pg';

/** The database could not be reached, did not answer, or gave the work up for a reason that passes. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super(`The database is not available: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * The server's codes for a reason that passes: connection exceptions, insufficient resources, a shutdown or start, a
 * cancelled statement, a lock that was not to be had, a transaction that was idle or open for too long.
 */
const passingCodes = /^(?:08|53|57P|57014$|55P03$|25P0[34]$)/;

export const isPassing = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && passingCodes.test(error.code ?? '');

/** An error of the system that tried several addresses has a code and no message. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

/** The server's codes for a limit that one piece of work has reached while the database serves everybody else. */
const ownLimitCodes = /^(?:57014|55P03|25P0[34])$/;

/** Whether the database is away for everybody, and not only this piece of work given up. */
export const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable &&
  !(error.cause instanceof pg.DatabaseError && ownLimitCodes.test(error.cause.code ?? ''));
