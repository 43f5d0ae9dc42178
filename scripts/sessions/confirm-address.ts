import * as z from 'zod/mini';
import type { ProductSession } from './product-session.ts';
import { waitUntil } from '../processes/wait-until.ts';

const mailsShape = z.array(z.object({ to: z.string(), text: z.string() }));

interface AddressedMail {
  readonly sandboxUrl: string;
  readonly email: string;
}

/** The limit for the mail to arrive. The worker sends it after the sign-up has been answered. */
const mailWithinMs = 120_000;

/** Opens the link that the sandbox's inbox received for this address, as the user who signed up would. */
export async function confirmAddress(session: ProductSession, { sandboxUrl, email }: AddressedMail): Promise<void> {
  let token: string | undefined;
  await waitUntil(`${email} got a link to confirm the address`, mailWithinMs, async () => {
    token = await findToken({ sandboxUrl, email });
    return token !== undefined;
  });
  const { status, text } = await session.post('/api/identity/emailverification/confirm', { token });
  if (status >= 300) throw new Error(`confirming ${email} answered ${status}: ${text.slice(0, 300)}`);
}

async function findToken({ sandboxUrl, email }: AddressedMail): Promise<string | undefined> {
  const mails = mailsShape.parse(await (await fetch(`${sandboxUrl}/sandbox/mail`)).json());
  const links = mails
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /\/verifyemail#(\S+)/.exec(text)?.[1] ?? []);
  return links[0];
}
