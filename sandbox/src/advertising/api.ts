import { gzipSync } from 'node:zlib';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import { messageOfError } from '@app/shared/base/thrown.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Tokens } from '../lwa/tokens.ts';
import { endpointOf, type Endpoint, type Seller } from '../world/model/seller.ts';
import type { World } from '../world/world.ts';
import { attributeDays } from './attribution.ts';
import type { AdvertisingEvents } from './events.ts';
import { marketplaceOfProfile, profilesText } from './profiles.ts';
import { checkReportRequest, reportContentType, rowsOf, type ReportRequest } from './report-request.ts';

interface AdsApiDeps {
  readonly clientId: string;
  readonly tokens: Pick<Tokens, 'findAccess'>;
  readonly world: World;
  readonly events: AdvertisingEvents;
  readonly newId: () => string;
  readonly publicUrl: () => string;
  readonly speedup: number;
  readonly endpoint: Endpoint;
  readonly prefix: string;
}

interface Report {
  readonly reportId: string;
  readonly seller: Seller;
  readonly profileId: string;
  readonly marketplace: string;
  readonly request: ReportRequest;
  readonly createdAt: number;
  readonly isFailed: boolean;
  /** The time at which each address of the document expires, by the key in the address. */
  readonly addresses: Map<string, number>;
}

/** A refusal with the status and the form that Amazon gives it. */
class Refusal extends Error {
  readonly statusCode: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.statusCode = status;
  }
}

/** Amazon writes a report in minutes. The speed-up divides this time. */
const writingMs = 60_000;
const addressLivesMs = 3_600_000;
const retryAfterSeconds = 2;

const reportIdParams = z.object({ reportId: z.string() });
const documentQuery = z.object({ key: z.string() });

/** The calls of the reporting API of Amazon Advertising, fed by the orders of the sandbox. */
export function adsApi(deps: AdsApiDeps): (app: FastifyInstance) => Promise<void> {
  const { world } = deps;
  const reports = new Map<string, Report>();
  const now = () => world.clock.now().getTime();
  const isDone = ({ createdAt }: Report): boolean => now() >= createdAt + writingMs / deps.speedup;

  return async (app) => {
    app.addContentTypeParser(reportContentType, { parseAs: 'string' }, (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)), undefined);
      }
    });
    app.setErrorHandler((error, _request, reply) => answerRefusal(deps, error, reply));

    app.get('/v2/profiles', (request, reply) =>
      reply.type('application/json').send(profilesText(callerOf(request, deps))),
    );

    app.post('/reporting/reports', (request) => {
      const seller = callerOf(request, deps);
      const { profileId, marketplace } = profileOf(request, seller);
      if (request.headers['content-type'] !== reportContentType) throw new Refusal(415, 'Unsupported media type');
      const checked = checkReportRequest(request.body, dayAt(marketplace, world.clock.now()));
      if (!checked.ok) throw new Refusal(400, checked.detail);
      const wanted = contentOf(checked.request);
      const same = [...reports.values()].find(
        (one) => one.profileId === profileId && !isDone(one) && contentOf(one.request) === wanted,
      );
      if (same) throw new Refusal(425, `The Request is a duplicate of : ${same.reportId}`);
      const isFailed = deps.events.take('reportFailed');
      const created = { reportId: deps.newId(), seller, profileId, marketplace, request: checked.request, isFailed };
      const report: Report = { ...created, createdAt: now(), addresses: new Map() };
      reports.set(report.reportId, report);
      return present(report, 'PENDING');
    });

    app.get('/reporting/reports/:reportId', (request) => {
      const seller = callerOf(request, deps);
      const report = reports.get(reportIdParams.parse(request.params).reportId);
      if (report?.profileId !== profileOf(request, seller).profileId) throw new Refusal(404, 'Report not found');
      if (!isDone(report)) return present(report, 'PROCESSING');
      if (report.isFailed) return { ...present(report, 'FAILED'), failureReason: 'Internal error' };
      const key = deps.newId();
      const until = now() + (deps.events.take('urlExpired') ? -1 : addressLivesMs);
      report.addresses.set(key, until);
      const url = `${deps.publicUrl()}${deps.prefix}/documents/${report.reportId}?key=${key}`;
      return { ...present(report, 'COMPLETED'), url, urlExpiresAt: new Date(until).toISOString() };
    });

    app.get('/documents/:reportId', (request, reply) => {
      const report = reports.get(reportIdParams.parse(request.params).reportId);
      const until = report?.addresses.get(documentQuery.parse(request.query).key);
      if (!report || until === undefined || until <= now()) throw new Refusal(403, 'Request has expired');
      if (request.headers.authorization !== undefined) throw new Refusal(400, 'Only one auth mechanism allowed');
      const { startDate: from, endDate: to } = report.request;
      const { seller, marketplace } = report;
      const days = attributeDays(world, { sellerId: seller.sellingPartnerId, marketplace, from, to });
      const bytes = gzipSync(JSON.stringify(rowsOf(report.request, days)));
      return reply
        .type('application/octet-stream')
        .send(deps.events.take('damagedDocument') ? bytes.subarray(0, bytes.length / 2) : bytes);
    });
  };
}

/** Returns the parts of a request that decide whether it is a duplicate. The name of the report is not one of them. */
const contentOf = ({ startDate, endDate, configuration }: ReportRequest): string =>
  JSON.stringify([startDate, endDate, configuration]);

const present = ({ reportId, request, createdAt }: Report, status: string) => ({
  reportId,
  ...request,
  status,
  createdAt: new Date(createdAt).toISOString(),
  url: null,
  urlExpiresAt: null,
  failureReason: null,
});

/** Returns the seller whose access token the request carries. */
function callerOf({ headers }: FastifyRequest, deps: AdsApiDeps): Seller {
  if (deps.events.take('throttled')) throw new Refusal(429, 'Too Many Requests');
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const access = deps.tokens.findAccess(token);
  if (access?.kind !== 'seller' || access.isExpired || access.isRevoked) throw new Refusal(401, 'Not authorized');
  if (headers['amazon-advertising-api-clientid'] !== deps.clientId) throw new Refusal(401, 'Not authorized');
  const seller = deps.world.findSeller(access.sellingPartnerId);
  if (!seller || endpointOf(seller.region) !== deps.endpoint) throw new Refusal(403, 'No access to this region');
  return seller;
}

function profileOf({ headers }: FastifyRequest, seller: Seller): { profileId: string; marketplace: string } {
  const profileId = String(headers['amazon-advertising-api-scope'] ?? '');
  const marketplace = marketplaceOfProfile(seller, profileId);
  if (marketplace === undefined) throw new Refusal(403, 'The scope is no profile of this account');
  return { profileId, marketplace };
}

function answerRefusal({ world }: AdsApiDeps, error: unknown, reply: FastifyReply): FastifyReply {
  const status = error instanceof Refusal ? error.statusCode : 400;
  const detail = messageOfError(error);
  world.ledger.append({ kind: 'refusal', type: 'advertising', detail: { status, reason: detail } });
  if (status === 429) void reply.header('retry-after', String(retryAfterSeconds));
  return reply.code(status).send({ code: String(status), detail });
}
