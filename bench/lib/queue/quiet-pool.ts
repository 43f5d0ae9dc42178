import pg from 'pg';

/** A pool whose idle connections may end with the database: nobody waits for them. */
export function quietPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max });
  pool.on('error', () => undefined);
  return pool;
}
