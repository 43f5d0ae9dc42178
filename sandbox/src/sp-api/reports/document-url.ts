import { createHmac, randomBytes } from 'node:crypto';

const expiresSeconds = 300;
const secret = randomBytes(32);

interface SigningOptions {
  readonly now: Date;
  readonly asGzip: boolean;
}

const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** Creates a presigned URL like S3's, which is valid for five minutes without other credentials. */
export function documentUrl(base: string, documentId: string, { now, asGzip }: SigningOptions): string {
  const query = new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Date': now.toISOString(),
    'X-Amz-Expires': String(expiresSeconds),
    ...(asGzip && { 'response-content-encoding': 'gzip' }),
  });
  query.set('X-Amz-Signature', sign(`${documentId}?${query.toString()}`));
  return `${base}/documents/${documentId}?${query.toString()}`;
}

type UrlState = { state: 'good' | 'forged' } | { state: 'expired'; expiredAt: Date };

export function checkDocumentUrl(documentId: string, query: URLSearchParams, now: Date): UrlState {
  const signed = new URLSearchParams(query);
  signed.delete('X-Amz-Signature');
  if (query.get('X-Amz-Signature') !== sign(`${documentId}?${signed.toString()}`)) return { state: 'forged' };
  const expiredAt = new Date(Date.parse(query.get('X-Amz-Date') ?? '') + expiresSeconds * 1000);
  return now > expiredAt ? { state: 'expired', expiredAt } : { state: 'good' };
}
