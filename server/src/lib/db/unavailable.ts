import pg from 'pg';

/** The database could not be reached, did not answer, or cancelled the work for a temporary reason. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super(`The database is not available: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * The coordinator of a cluster reports that a data node is away, while the tenants of the other nodes are served. An
 * outage of the coordinator itself appears as `FATAL` instead of `ERROR`, or as a broken connection.
 */
export class NodeUnavailable extends DatabaseUnavailable {}

const nodeCodes = /^(?:08|57P0[1-3]$)/;

/**
 * Matches the messages about a connection to a node that breaks during a statement, which Citus reports as an internal
 * error.
 */
const brokenConnection =
  /^(?:server closed the connection unexpectedly|could not receive data from server|connection not open|failure on connection marked as essential)/;

const isOfNode = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.severity === 'ERROR' &&
  (nodeCodes.test(error.code ?? '') || brokenConnection.test(error.message));

/**
 * Returns an error that names what was unavailable when a statement failed for a temporary reason; `null` for any other
 * failure.
 */
export function unavailableBecauseOf(error: unknown): DatabaseUnavailable | null {
  if (isOfNode(error)) return new NodeUnavailable(error);
  return isPassing(error) ? new DatabaseUnavailable(error) : null;
}

/**
 * The server's codes for temporary reasons: connection exceptions, insufficient resources, a shutdown or start, a
 * cancelled statement, a lock timeout, a transaction that was idle or open for too long.
 */
const temporaryCodes = /^(?:08|53|57P|57014$|55P03$|25P0[34]$)/;

const isPassing = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && temporaryCodes.test(error.code ?? '');

/** When a connection attempt to several addresses fails, Node reports an error that has a code but no message. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

/**
 * The server's codes for a limit that one transaction or statement has reached, while the database still serves others.
 */
const ownLimitCodes = /^(?:57014|55P03|25P0[34])$/;

/** Whether the database is unavailable to everyone, rather than to some tenants or to one piece of work. */
export const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable &&
  !(error instanceof NodeUnavailable) &&
  !(error.cause instanceof pg.DatabaseError && ownLimitCodes.test(error.cause.code ?? ''));

/** Whether waiting may end the failure. A login or a database that the server does not know is a mistake of the operator. */
export const mayPass = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && (!(error.cause instanceof pg.DatabaseError) || isPassing(error.cause));
