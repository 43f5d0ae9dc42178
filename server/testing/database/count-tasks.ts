import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { roles } from '../../../scripts/postgres/database.ts';

/**
 * The file to which this module writes each statement that names its tenant and that Citus nevertheless sends to more
 * than one shard, while tests run on a cluster. Plans are requested through another connection, since a failed request
 * would end the transaction of the statement.
 */
const file = process.env['CITUS_SPREAD'];
const seen = new Set<string>();
const ours: ReadonlySet<string> = new Set([roles.api, roles.worker]);

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** A statement that names its tenant. */
const ofTenant = /tenant_id = \$\d|\$\d+::uuid as tenant_id|\(\s*tenant_id\b[^()]*\)\s*values \(\s*\$\d/;

/** The test files of one process share the client, and each runs this file. */
const counted = Symbol.for('watchpost counts tasks');

if (file !== undefined && !Object.hasOwn(pg.Client.prototype, counted)) {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const explain = async (client: pg.Client, { text, values }: Statement): Promise<void> => {
    const other = new pg.Client({
      user: client.user,
      password: client.password,
      host: client.host,
      port: client.port,
      database: client.database,
    });
    // The database of a test may be removed while this connection is open.
    other.on('error', () => undefined);
    try {
      await other.connect();
      const { rows } = await (query.call(other, `explain (costs off) ${text}`, values) as Promise<pg.QueryResult>);
      const tasks = [
        ...rows
          .map((row) => Object.values(row)[0])
          .join('\n')
          .matchAll(/Task Count: (\d+)/g),
      ];
      if (tasks.some(([, count]) => Number(count) > 1))
        appendFileSync(file, `${text.replaceAll(/\s+/g, ' ').trim()}\n`);
    } catch {
      // A statement that cannot be explained is not counted: if it is wrong, the test that makes it fails.
    } finally {
      await other.end();
    }
  };
  Object.assign(pg.Client.prototype, {
    [counted]: true,
    query(this: pg.Client, ...args: unknown[]): unknown {
      const [first, second] = args;
      const config = (typeof first === 'object' ? first : { text: first, values: second }) as Partial<Statement>;
      const { text = '', values = [] } = config;
      if (ours.has(this.user ?? '') && !seen.has(text) && ofTenant.test(text)) {
        seen.add(text);
        void explain(this, { text, values });
      }
      return query.apply(this, args);
    },
  });
}
