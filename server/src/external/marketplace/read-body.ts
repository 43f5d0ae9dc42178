import { ExternalError } from './external-error.ts';

/** An answer is longer than its reader allows. Asked at once again, the service would say the same. */
export class TooLongAnswer extends ExternalError {
  override readonly name = 'TooLongAnswer';

  constructor(service: string, mostBytes: number) {
    super(service, `the answer is longer than ${mostBytes} bytes`, { isPermanent: false });
  }
}

/**
 * Reads the body of an answer up to a limit. The bytes are counted as `fetch` returns them, which is after inflating, so
 * that neither a declared length nor a compressed encoding gets around the limit.
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
