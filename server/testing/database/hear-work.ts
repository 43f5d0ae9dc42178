import { onTestFinished } from 'vitest';
import pg from 'pg';
import { workChannel } from '../../src/lib/jobs/work-bells.ts';
import type { TestDatabase } from './nodes.ts';

/** Listens as a worker does. The returned function tells what was announced since it was last called. */
export async function hearWork({ workerUrl }: Pick<TestDatabase, 'workerUrl'>): Promise<() => Promise<string[]>> {
  const heard: string[] = [];
  const client = new pg.Client(workerUrl);
  client.on('notification', ({ payload = '' }) => heard.push(payload));
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`listen ${workChannel}`);
  return async () => {
    // The server sends what was committed before this statement with its answer.
    await client.query('select 1');
    return heard.splice(0);
  };
}
