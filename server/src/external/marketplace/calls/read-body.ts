import { ExternalError } from '../external-error.ts';

/** The answer exceeds the limit of its reader. An immediate retry would return the same answer. */
export class TooLongAnswer extends ExternalError {
  override readonly name = 'TooLongAnswer';

  constructor(service: string, mostBytes: number) {
    super(service, `the answer is longer than ${mostBytes} bytes`, { isPermanent: false });
  }
}

/**
 * Reads a body up to a limit. Bytes are counted as `fetch` returns them, after decompression, so that neither a
 * declared length nor a compressed encoding bypasses the limit.
 */
export async function readBody(
  service: string,
  response: Response,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the download.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new TooLongAnswer(service, mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
