import { resetPassword, sendPasswordResetEmail } from '@app/shared/contract/auth.ts';
import type { TestApi } from './api.ts';

interface Reset {
  readonly email: string;
  readonly newPassword: string;
}

/** Sets a new password by the link of a mail, as somebody does who has forgotten the old one. */
export async function resetByMail(api: TestApi, { email, newPassword }: Reset): Promise<void> {
  await api.browser('198.51.100.1').call(sendPasswordResetEmail, { body: { email } });
  const mailed = api.mails.findLast(({ to, text }) => to === email && text.includes('/resetpassword?token='));
  const passwordResetToken = new URL(/http\S+/.exec(mailed?.text ?? '')?.[0] ?? 'http://none').searchParams.get(
    'token',
  );
  const body = { newPassword, passwordResetToken: passwordResetToken ?? '' };
  await api.browser('198.51.100.2').call(resetPassword, { body });
}
