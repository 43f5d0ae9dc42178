import { onTestFinished } from 'vitest';
import pg from 'pg';
import { workChannel } from '../../src/lib/jobs/work-bells.ts';
import type { TestDatabase } from './nodes.ts';

/**
 * Listens for announced work as a worker does. The returned function returns what was announced since its last call.
 */
export async function hearWork({ workerUrl }: Pick<TestDatabase, 'workerUrl'>): Promise<() => Promise<string[]>> {
  const heard: string[] = [];
  const client = new pg.Client(workerUrl);
  client.on('notification', ({ payload = '' }) => heard.push(payload));
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`listen ${workChannel}`);
  return async () => {
    // With the answer to this statement, the server sends all notifications that were committed before it.
    await client.query('select 1');
    return heard.splice(0);
  };
}
