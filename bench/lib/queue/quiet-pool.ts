import pg from 'pg';

/** Opens a pool that ignores errors of idle connections. They occur when the database stops before the pool. */
export function openQuietPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max });
  pool.on('error', () => undefined);
  return pool;
}
