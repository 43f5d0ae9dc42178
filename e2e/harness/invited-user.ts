import { productSession } from '../../scripts/sessions/product-session.ts';
import type { ProductSession } from '../../scripts/sessions/product-session.ts';
import type { Sandbox } from './sandbox.ts';

interface Invitation {
  readonly url: string;
  readonly sandbox: Pick<Sandbox, 'waitForMail'>;
  readonly email: string;
}

/** Accepts an invitation: sets a password through the link in the mail, and logs in. */
export async function acceptInvitation({ url, sandbox, email }: Invitation): Promise<ProductSession> {
  const password = 'Invited-zebra-1';
  const { text } = await sandbox.waitForMail(email, ({ subject }) => subject.includes('invites you'));
  const [, passwordResetToken] = /resetpassword\?token=(\S+)/.exec(text) ?? [];
  const session = productSession(url);
  await session.post('/api/auth/resetpassword', { newPassword: password, passwordResetToken });
  await session.logIn({ email, password });
  return session;
}
