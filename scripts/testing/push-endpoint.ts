import fastify from 'fastify';
import * as z from 'zod/mini';
import { portOf } from '../../sandbox/src/http/listener.ts';
import { pushService } from '../../sandbox/src/push/plugin.ts';

const browserShape = z.object({
  id: z.string(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});
const messagesShape = z.array(z.object({ ttl: z.number(), urgency: z.string(), payload: z.string() }));

/** A browser that is subscribed to the sandbox's push service. */
export interface TestBrowser {
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Returns the received messages, decrypted with its keys. */
  messages(): Promise<z.output<typeof messagesShape>>;
  /** Makes the push service answer the next `count` messages with this status. */
  fail(fault: { readonly status: number; readonly count: number }): Promise<void>;
}

export interface PushEndpoint {
  browser(): Promise<TestBrowser>;
  close(): Promise<void>;
}

/** Starts the sandbox's push service alone, on a free port. */
export async function openPushEndpoint(): Promise<PushEndpoint> {
  const app = fastify({ forceCloseConnections: true });
  const publicUrl = () => `http://127.0.0.1:${portOf(app.server)}`;
  await app.register(pushService({ clock: { now: () => new Date() }, newId: () => crypto.randomUUID(), publicUrl }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { browser: () => openTestBrowser(publicUrl()), close: () => app.close() };
}

/** Creates a browser that is subscribed to the push service of this sandbox. */
export async function openTestBrowser(sandboxUrl: string): Promise<TestBrowser> {
  const answer = await fetch(`${sandboxUrl}/sandbox/push/browsers`, { method: 'POST' });
  const { id, ...subscription } = browserShape.parse(await answer.json());
  const own = `${sandboxUrl}/sandbox/push/browsers/${id}`;
  return {
    subscription,
    messages: async () => messagesShape.parse(await (await fetch(`${own}/messages`)).json()),
    async fail(fault) {
      const headers = { 'content-type': 'application/json' };
      await fetch(`${own}/fault`, { method: 'POST', headers, body: JSON.stringify(fault) });
    },
  };
}
