/** The largest answer that clients read, in bytes. */
const mostBytes = 25_000;
/** The envelope of the protocol around the two forms of an answer. */
const envelopeBytes = 500;

/**
 * Makes an answer with as many rows as fit. An answer that is too large is made again with fewer rows, so that its
 * cursor continues behind the last row that was sent.
 */
export async function fitAnswer<A>(rows: number, make: (rows: number) => Promise<A>): Promise<A> {
  const answer = await make(rows);
  const bytes = bytesOf(answer);
  if (bytes <= mostBytes || rows === 1) return answer;
  const fewer = Math.min(rows - 1, Math.floor(((rows * mostBytes) / bytes) * 0.9));
  return fitAnswer(Math.max(1, fewer), make);
}

/** The answer is sent as an object and, for older clients, as the text of that object. */
function bytesOf(answer: unknown): number {
  const text = JSON.stringify(answer);
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text)) + envelopeBytes;
}
