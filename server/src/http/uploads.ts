import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@app/shared/base/errors.ts';

/** 20,000 rows take a fifth of this limit. */
const mostBytes = 5_242_880;

/** Limits for a form with one file and a few short fields. */
const limits = { fileSize: mostBytes, files: 1, fields: 5, parts: 6, fieldSize: 1000, headerPairs: 20 } as const;

/** Makes the calls of a scope accept files. The other calls must not. */
export async function takeUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits });
}

/**
 * Reads the file as a stream. It is called after the access checks, so that the body of a refused request is never
 * read.
 */
export async function uploadedFile(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw new AppError('unsupportedMediaType', { text: 'Please send a file' });
  try {
    const file = await request.file();
    if (file) return await file.toBuffer();
  } catch (cause) {
    if (isTooLarge(cause)) throw new AppError('payloadTooLarge', { cause });
    throw new AppError('badRequest', { text: 'The file did not arrive completely. Please send it again', cause });
  }
  throw new AppError('badRequest', { text: 'There is no file in the form' });
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413;
