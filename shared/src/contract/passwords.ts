import * as z from 'zod/mini';
import { nothing } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { emailText } from './settings.ts';

const password = z.string().check(z.minLength(1), z.maxLength(500));

export const sendPasswordResetEmail = endpoint({
  method: 'POST',
  path: '/api/auth/sendpasswordresetemail',
  summary: 'Mails a link by which a new password is chosen, once, for an hour',
  access: 'public',
  body: z.object({ email: emailText }),
  response: nothing,
  errors: ['badRequest', 'emailUnknown', 'tooManyRequests', 'serviceOff', 'outside'],
  quiet: true,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/resetpassword',
  summary: 'Sets the password of whoever the link was mailed to, and ends all their sessions',
  access: 'public',
  body: z.object({ newPassword: password, passwordResetToken: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: nothing,
  errors: ['badRequest', 'weakPassword', 'resetExpired', 'tooManyRequests'],
  quiet: true,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/changepassword',
  summary: 'Changes the own password, and ends all other sessions',
  access: 'session',
  body: z.object({ oldPassword: z.string().check(z.maxLength(500)), newPassword: password }),
  response: nothing,
  errors: ['badRequest', 'wrongOldPassword', 'weakPassword', 'tooManyRequests'],
  quiet: true,
});
