import * as z from 'zod/mini';
import type { ProductSession } from './product-session.ts';

const mailsShape = z.array(z.object({ to: z.string(), text: z.string() }));

interface Addressed {
  readonly sandboxUrl: string;
  readonly email: string;
}

/** Opens the link that the sandbox's inbox got for an address, as the person who signed up with it does. */
export async function confirmAddress(session: ProductSession, { sandboxUrl, email }: Addressed): Promise<void> {
  const mails = mailsShape.parse(await (await fetch(`${sandboxUrl}/sandbox/mail`)).json());
  const link = mails
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /\/verifyemail#(\S+)/.exec(text)?.[1] ?? []);
  const [token] = link;
  if (token === undefined) throw new Error(`${email} got no link to confirm the address`);
  const { status, text } = await session.post('/api/identity/emailverification/confirm', { token });
  if (status >= 300) throw new Error(`confirming ${email} answered ${status}: ${text.slice(0, 300)}`);
}
