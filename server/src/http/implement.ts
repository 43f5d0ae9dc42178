import * as z from 'zod/mini';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@app/shared/base/errors.ts';
import {
  needsCsrf,
  worksUnserved,
  type Answer,
  type Endpoint,
  type ParsedRequest,
  type TokenScope,
} from '@app/shared/contract/endpoint.ts';
import type { Actor, Program } from './actor.ts';
import { sendUnlessKnown } from './entity-tag.ts';
import { isStorableText } from './storable-text.ts';

type ActorOf<E extends Endpoint> = E['access'] extends 'public'
  ? Actor | null
  : E['access'] extends 'token'
    ? Program
    : Actor;

/** The input of a handler: the parsed request, the caller, and the raw request and reply for cookies and streams. */
export interface Call<E extends Endpoint> extends ParsedRequest<E> {
  readonly actor: ActorOf<E>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Throws unless the password was given a short time ago; for a handler that needs it for a part of its changes. */
  requireProof(): Promise<void>;
}

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;
type Area = Readonly<Record<string, Endpoint>>;
export type Handlers<A extends Area> = { readonly [Name in keyof A]: Handler<A[Name]> };
type Areas = Readonly<Record<string, Area>>;
type HandlersByArea<All extends Areas> = { readonly [Name in keyof All]: Handlers<All[Name]> };

export interface Gate {
  /** The viewer of the request's session, or `null` without a valid session. */
  findActor(request: FastifyRequest): Promise<Actor | null>;
  hasCsrf(request: FastifyRequest): boolean;
  /** Whether the password was given in this session a short time ago. */
  isProved(actor: Actor): Promise<boolean>;
  /**
   * The program whose token the request carries. Throws unless the token is valid, has the scope and has not exceeded
   * its limit of calls.
   */
  admitProgram(request: FastifyRequest, reply: FastifyReply, scope: TokenScope | undefined): Promise<Program>;
}

/** Makes the calls of a scope accept other bodies than JSON. */
type BodyReader = (scope: FastifyInstance) => void | Promise<void>;

interface Implementation<All extends Areas> {
  readonly contract: All;
  readonly handlers: HandlersByArea<All>;
  /** The areas whose bodies are not JSON. Each is a scope of its own, because a reader applies to all calls of a scope. */
  readonly bodies: { readonly [Name in keyof All]?: BodyReader };
}

/**
 * Registers every area of a contract. An area without handlers, a missing handler, an extra one, or one with a wrong
 * answer type does not compile.
 */
export async function implementAll<const All extends Areas>(
  app: FastifyInstance,
  gate: Gate,
  { contract, handlers, bodies }: Implementation<All>,
): Promise<void> {
  for (const name of Object.keys(contract)) {
    const area = { contract: contract[name] ?? {}, handlers: handlers[name] ?? {} };
    const readBodies = bodies[name];
    if (!readBodies) implement(app, gate, area);
    else {
      await app.register(async (scope) => {
        await readBodies(scope);
        implement(scope, gate, area);
      });
    }
  }
}

/** Registers one area. */
export function implement<const A extends Area>(
  app: FastifyInstance,
  gate: Gate,
  area: { readonly contract: A; readonly handlers: Handlers<A> },
): void {
  for (const name of Object.keys(area.contract)) {
    const endpoint = area.contract[name];
    const handler = area.handlers[name];
    if (endpoint && handler) register(app, gate, { endpoint, handler });
  }
}

const largeBodyBytes = 5_242_880;

function register(
  app: FastifyInstance,
  gate: Gate,
  { endpoint, handler }: { endpoint: Endpoint; handler: Handler<Endpoint> },
): void {
  const needsService = !worksUnserved(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // Fastify would answer HEAD by running the GET handler, including that of the endless event stream.
    exposeHeadRoute: false,
    ...(endpoint.largeBody && { bodyLimit: largeBodyBytes }),
    handler: async (request, reply) => {
      const actor = await admit(request, reply, { gate, endpoint });
      if (needsService && actor && !actor.isServed) throw new AppError('subscriptionOff');
      const exchange = { actor, request, reply, requireProof: () => requireProof(gate, actor) };
      const call = { ...parseCall(request, actor, endpoint), ...exchange } as Call<Endpoint>;
      const answer = await handler(call);
      if (endpoint.raw) return reply.sent ? undefined : answer;
      return send({ request, reply }, endpoint, answer);
    },
  });
}

interface Admission {
  readonly gate: Gate;
  readonly endpoint: Endpoint;
}

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { gate, endpoint }: Admission,
): Promise<Actor | null> {
  if (endpoint.access === 'token') return gate.admitProgram(request, reply, endpoint.scope);
  const actor = await gate.findActor(request);
  try {
    await refuseUnlessAdmitted(request, actor, { gate, endpoint });
  } catch (error) {
    nameCaller(request, actor);
    throw error;
  }
  return actor;
}

/** Adds the caller to the log of refused requests. A logger for each call would be expensive. */
function nameCaller(request: FastifyRequest, actor: Actor | null): void {
  if (actor) request.log = request.log.child({ tenantId: actor.tenantId, emailAddressId: actor.emailAddressId });
}

async function refuseUnlessAdmitted(
  request: FastifyRequest,
  actor: Actor | null,
  { gate, endpoint }: Admission,
): Promise<void> {
  if (endpoint.access !== 'public' && !actor) throw new AppError('notLoggedIn');
  if (needsCsrf(endpoint) && !gate.hasCsrf(request)) throw new AppError('csrf');
  const isHeldBack = actor?.lacksTwoFactor && endpoint.access !== 'public' && !endpoint.withoutTwoFactor;
  if (isHeldBack) throw new AppError('twoFactorNeeded');
  if (endpoint.access === 'owner' && !actor?.isOwner) throw new AppError('forbidden');
  if (endpoint.access === 'operator') refuseUnlessOperator(actor);
  if (endpoint.needsProof === true) await requireProof(gate, actor);
}

function refuseUnlessOperator(actor: Actor | null): void {
  const operating = actor?.operating ?? 'no';
  if (operating === 'no') throw new AppError('notFound');
  if (operating === 'needs two factor') throw new AppError('operatorTwoFactor');
}

async function requireProof(gate: Gate, actor: Actor | null): Promise<void> {
  if (!actor || !(await gate.isProved(actor))) throw new AppError('proofNeeded');
}

function parseCall(request: FastifyRequest, actor: Actor | null, endpoint: Endpoint): ParsedRequest<Endpoint> {
  try {
    return {
      params: parsePart(endpoint.params, request.params, 'path'),
      query: parsePart(endpoint.query, request.query, 'query'),
      body: parsePart(endpoint.body, request.body, 'body'),
    };
  } catch (error) {
    nameCaller(request, actor);
    throw error;
  }
}

/**
 * The English messages of zod, passed explicitly: `zod/mini` has messages by itself only in a process that has also
 * loaded a library which uses the whole of zod.
 */
const inEnglish = { error: z.locales.en().localeError };

function parsePart(schema: z.core.$ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value ?? undefined, inEnglish);
  if (!parsed.success) throw new AppError('badRequest', { text: describe(part, parsed.error) });
  if (!isStorableText(parsed.data)) {
    throw new AppError('badRequest', {
      text: `The ${part} holds a character that cannot be stored (U+0000 or half of a pair)`,
    });
  }
  return parsed.data;
}

const describe = (part: string, error: z.core.$ZodError): string =>
  error.issues
    .slice(0, 5)
    .map((issue) => `${[part, ...issue.path.map(String)].join('.')}: ${issue.message}`)
    .join('; ');

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function send({ request, reply }: Exchange, endpoint: Endpoint, answer: unknown): unknown {
  const parsed = z.parse(endpoint.response, answer);
  if (parsed === undefined) return reply.code(204).send();
  if (endpoint.creates) reply.code(201);
  if (endpoint.access === 'token' && endpoint.method === 'GET') return sendUnlessKnown(request, reply, parsed);
  return reply.send(parsed);
}
