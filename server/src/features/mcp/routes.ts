import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@app/shared/base/errors.ts';
import type { Program } from '../../http/actor.ts';
import { onDemand } from '../../lib/on-demand.ts';
import type { ProtocolAnswer } from './answer-request.ts';
import type { McpContext } from './server.ts';

const answering = onDemand(() => import('./answer-request.ts'));

const path = '/mcp';
/** The arguments of the largest call take less than a kilobyte. */
const bodyLimit = 65_536;

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
      const { answerRequest } = await answering();
      return send(reply, await answerRequest(ctx, program, request));
    },
  });
}

const programs = new WeakMap<FastifyRequest, Program>();

/** Programs send no Origin. A page of another site could reach a server through the browser of its user (DNS rebinding). */
function refuseForeignPages({ headers }: FastifyRequest, origin: string): void {
  if (headers.origin !== undefined && headers.origin !== origin) throw new AppError('foreignOrigin');
}

const refusal = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message }, id: null });

function send(reply: FastifyReply, { status, headers, text }: ProtocolAnswer): FastifyReply {
  const type = headers.get('content-type');
  if (type !== null) reply.header('content-type', type);
  return reply.code(status).send(text === '' ? undefined : text);
}
