import Fastify from 'fastify';
import { sql } from 'kysely';
import type { Config } from './config.ts';
import type { Db } from './lib/db/db.ts';
import { healthRoutes, type FigureGroup } from './http/health.ts';
import { refusalOfListening } from './listen-refusal.ts';

export interface HealthApp {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the server that answers operators on the worker's own port. Returns `null` if no port is configured. */
export async function openHealthApp(
  { workerAddress: { port, host }, metricsToken }: Pick<Config, 'workerAddress' | 'metricsToken'>,
  db: Db,
  figures: readonly FigureGroup[],
): Promise<HealthApp | null> {
  if (port === null) return null;
  const app = Fastify({ forceCloseConnections: true });
  const checkDatabase = () => sql`select 1`.execute(db.global);
  healthRoutes(app, { checkDatabase, figures, metricsToken, isForOperators: true });
  const url = await app.listen({ port, host }).catch((error: unknown) => {
    throw refusalOfListening(error, { port, host, variables: { port: 'WORKER_PORT', host: 'WORKER_HOST' } }) ?? error;
  });
  return { url, close: () => app.close() };
}
