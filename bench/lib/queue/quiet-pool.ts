import pg from 'pg';

/** Opens a pool that ignores errors of idle connections, which occur when the database stops first. */
export function openQuietPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max });
  pool.on('error', () => undefined);
  return pool;
}
