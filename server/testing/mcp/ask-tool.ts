import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import * as z from 'zod/mini';

const protocolVersion = '2026-07-28';

export interface ToolQuestion {
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** The fields that the specification of 2026-07-28 requires of every request. */
export const envelope = {
  [PROTOCOL_VERSION_META_KEY]: protocolVersion,
  [CLIENT_INFO_META_KEY]: { name: 'test', version: '1.0.0' },
  [CLIENT_CAPABILITIES_META_KEY]: {},
};

/** A call of a tool as the specification of 2026-07-28 writes it. */
export const toolRequest = ({ name, args = {} }: ToolQuestion, bearer: string) => ({
  method: 'POST' as const,
  url: '/mcp',
  headers: {
    authorization: `Bearer ${bearer}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': protocolVersion,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  },
  payload: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: args,
      _meta: envelope,
    },
  },
});

export const sendToolCall = (
  app: FastifyInstance,
  question: ToolQuestion,
  bearer: string,
): Promise<LightMyRequestResponse> => app.inject(toolRequest(question, bearer));

const answerShape = z.object({
  result: z.object({
    isError: z.optional(z.boolean()),
    structuredContent: z.optional(z.record(z.string(), z.unknown())),
    content: z.array(z.object({ text: z.string() })),
  }),
});

interface ToolReply {
  readonly isRefused: boolean;
  /** The text of the answer, which is JSON unless it is a refusal. */
  readonly text: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

export async function askTool(app: FastifyInstance, question: ToolQuestion, bearer: string): Promise<ToolReply> {
  const response = await sendToolCall(app, question, bearer);
  const { result } = answerShape.parse(response.json());
  return {
    isRefused: result.isError ?? false,
    text: result.content[0]?.text ?? '',
    answer: result.structuredContent ?? {},
  };
}
