import Fastify from 'fastify';

/** The peer of `bench:world`: a Fastify server with a constant answer. */
const app = Fastify();
app.get('/', () => ({ hello: 'world' }));
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
process.on('disconnect', () => process.exit());
