import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { portOf } from '../../../sandbox/src/http/listener.ts';

/**
 * The peer of `bench:load`, called the floor: a server that does as little as a dashboard needs, with the same session,
 * tenant and database. `/poll` looks up the session and the version of its tenant, and `/events` streams the
 * notifications of `bench_floor`.
 */
const url = process.env['FLOOR_DATABASE_URL'];
const pool = new pg.Pool({ connectionString: url, max: 4 });
const app = Fastify();
const streams = new Set<{ write(text: string): void }>();

app.get('/poll', async (request, reply) => {
  const [, tenantId = '', secret = ''] =
    /watchpost_session=([\w-]+)\.([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
  const { rows } = await pool.query(
    `select t.world_version
       from sessions s
       join tenants t using (tenant_id)
      where s.tenant_id = $1 and s.session_hash = $2 and s.expires_at > now()`,
    [tenantId, createHash('sha256').update(secret).digest('base64url')],
  );
  return reply.code(rows.length === 1 ? 304 : 401).send();
});
app.get('/events', (_request, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
  reply.raw.write('\n');
  streams.add(reply.raw);
  reply.raw.on('close', () => streams.delete(reply.raw));
});

const listener = new pg.Client({ connectionString: url });
listener.on('notification', ({ payload }) => {
  for (const stream of streams) stream.write(`event: world\ndata: ${payload}\n\n`);
});
await listener.connect();
await listener.query('listen bench_floor');
await app.listen({ port: 0, host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
process.send?.({ ready: true, url: `http://127.0.0.1:${portOf(app.server)}` });
