import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { checkDocumentUrl } from './document-url.ts';
import type { EndpointContext } from '../endpoint-context.ts';
import type { StoredReport } from './stored-report.ts';

/** Serves report documents as S3 does: without an access token, at presigned URLs that expire. */
export function serveDocuments(app: FastifyInstance, context: EndpointContext): void {
  const documents = new Map<string, Document>();
  app.get<{ Params: { documentId: string } }>('/documents/:documentId', (request, reply) => {
    const { documentId } = request.params;
    const report = context.reports.findByDocument(documentId);
    const now = context.world.clock.now();
    const query = new URL(request.url, 'http://sandbox').searchParams;
    const url = checkDocumentUrl(documentId, query, now);
    if (url.state === 'expired') return sendExpired(reply, { expiredAt: url.expiredAt, now });
    if (!report || url.state === 'forged') return sendForbidden(reply);
    const document = documents.get(documentId) ?? documentOf(context, report);
    if (!document) return sendForbidden(reply);
    // An error is not cached, because the next download may succeed.
    if (document.status === 200) documents.set(documentId, document);
    return reply
      .status(document.status)
      .headers(document.headers)
      .header('content-encoding', query.get('response-content-encoding') ?? 'identity')
      .header('server', 'AmazonS3')
      .send(report.isGzipped ? gzipSync(document.body) : document.body);
  });
}

interface Document {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function documentOf(context: EndpointContext, report: StoredReport): Document | undefined {
  const replayed = context.replay?.takeReport(report.reportType);
  if (replayed) return replayed;
  const outcome = context.reports.outcomeOf(context.world, report);
  if (outcome.status !== 'DONE') return undefined;
  const { contentType, body } = outcome.document;
  return { status: 200, headers: { 'content-type': contentType }, body };
}

const sendExpired = (reply: FastifyReply, { expiredAt, now }: { expiredAt: Date; now: Date }): FastifyReply =>
  sendError(
    reply,
    `<Message>Request has expired</Message><X-Amz-Expires>300</X-Amz-Expires>` +
      `<Expires>${seconds(expiredAt)}</Expires><ServerTime>${seconds(now)}</ServerTime>`,
  );

const sendForbidden = (reply: FastifyReply): FastifyReply => sendError(reply, '<Message>Access Denied</Message>');

const sendError = (reply: FastifyReply, inner: string): FastifyReply =>
  reply
    .status(403)
    .header('content-type', 'application/xml')
    .header('server', 'AmazonS3')
    .send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code>${inner}` +
        `<RequestId>S3JY1BXRCHR180S3</RequestId><HostId>sandbox</HostId></Error>`,
    );

const seconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
