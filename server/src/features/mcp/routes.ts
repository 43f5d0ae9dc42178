import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@app/shared/base/errors.ts';
import type { Program } from '../../http/actor.ts';
import { withDeadline } from '../../lib/deadline.ts';
import { createToolServer, type McpContext } from './server.ts';

const path = '/mcp';
/** The arguments of the largest call take less than a kilobyte. */
const bodyLimit = 65_536;
/** Longer than the statements of the slowest tool may take. */
const totalMs = 30_000;

interface McpParts {
  /** Admits a program whose token has the scope `catalogue:read`. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Program>;
}

/**
 * Answers the Model Context Protocol at one address, without sessions and without streams. The route is not part of the
 * contract, because the protocol defines its messages.
 */
export function mcpRoutes(app: FastifyInstance, ctx: McpContext, { admit }: McpParts): void {
  const origin = new URL(ctx.config.publicUrl).origin;

  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: path,
    handler: (_request, reply) => reply.code(405).header('allow', 'POST').send(refusal(-32_000, 'Method not allowed')),
  });
  app.route({
    method: 'POST',
    url: path,
    bodyLimit,
    // The access is checked before the body is read, so that strangers cannot make the server parse bodies.
    onRequest: async (request, reply) => {
      refuseForeignPages(request, origin);
      programs.set(request, await admit(request, reply));
    },
    handler: async (request, reply) => {
      const program = programs.get(request);
      if (!program) throw new AppError('invalidToken');
      if (Array.isArray(request.body)) {
        return reply.code(400).send(refusal(-32_600, 'Batches are not part of the protocol'));
      }
      return send(reply, await answer(ctx, program, request));
    },
  });
}

const programs = new WeakMap<FastifyRequest, Program>();

/** Programs send no Origin. A page of another site could reach a server through the browser of its user (DNS rebinding). */
function refuseForeignPages({ headers }: FastifyRequest, origin: string): void {
  if (headers.origin !== undefined && headers.origin !== origin) throw new AppError('foreignOrigin');
}

const refusal = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message }, id: null });

interface ProtocolAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Answers a request with a new server, which keeps no state. Older clients get a stream of one event, which ends
 * immediately and is therefore read as a whole.
 */
async function answer(ctx: McpContext, program: Program, request: FastifyRequest): Promise<ProtocolAnswer> {
  const handler = createMcpHandler(() => createToolServer(ctx, program), {
    // The tools never change by themselves, so there is no stream to listen to.
    maxSubscriptions: 0,
    keepAliveMs: 0,
  });
  try {
    return await withDeadline(totalMs, async (signal) => {
      const asked = new Request(`${ctx.config.publicUrl}${path}`, {
        method: 'POST',
        headers: headersOf(request),
        signal,
      });
      const response = await handler.fetch(asked, { parsedBody: request.body });
      return { status: response.status, headers: response.headers, text: await response.text() };
    });
  } catch (error) {
    throw new AppError('unavailable', { cause: error });
  } finally {
    await handler.close();
  }
}

/** The headers that the protocol reads. */
function headersOf({ headers }: FastifyRequest): Headers {
  const passed = Object.entries(headers).filter(
    ([name]) => ['accept', 'content-type'].includes(name) || name.startsWith('mcp-'),
  );
  return new Headers(passed.map(([name, value]): [string, string] => [name, String(value)]));
}

function send(reply: FastifyReply, { status, headers, text }: ProtocolAnswer): FastifyReply {
  const type = headers.get('content-type');
  if (type !== null) reply.header('content-type', type);
  return reply.code(status).send(text === '' ? undefined : text);
}
