import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { AppError } from '@app/shared/base/errors.ts';
import type { Program } from '../../http/actor.ts';
import { withDeadline } from '../../lib/deadline.ts';
import { createToolServer, type McpContext } from './server.ts';

/** Longer than the statements of the slowest tool may take. */
const totalMs = 30_000;

export interface ProtocolAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Answers a request with a new server, which keeps no state. Older clients get a stream of one event, which ends
 * immediately and is therefore read as a whole.
 */
export async function answerRequest(
  ctx: McpContext,
  program: Program,
  request: FastifyRequest,
): Promise<ProtocolAnswer> {
  const handler = createMcpHandler(() => createToolServer(ctx, program), {
    // The tools never change by themselves, so there is no stream to listen to.
    maxSubscriptions: 0,
    keepAliveMs: 0,
  });
  try {
    return await withDeadline(totalMs, async (signal) => {
      const asked = new Request(new URL(request.url, ctx.config.publicUrl), {
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
