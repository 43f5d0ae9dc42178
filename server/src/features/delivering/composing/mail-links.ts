import { dayMs } from '@app/shared/base/time.ts';
import type { Colour } from '@app/shared/base/severity.ts';
import type { MailLinkPurpose, MailScope } from '@app/shared/contract/mail-links.ts';
import type { Context } from '../../../context.ts';
import { signLink } from '../../../lib/mail/signed-links.ts';

/** Links to actions on an issue expire within days; links to unsubscribe must work for long. */
export const daysOfLink: Readonly<Record<MailLinkPurpose, number>> = {
  mute: 30,
  done: 30,
  fewer: 400,
  unsubscribe: 400,
};

interface Issue {
  readonly itemId: string;
  /** The link contains the item's revision, so that it cannot mark a later issue of the same item as done. */
  readonly revision: number;
}

/** Returns the URLs of the links in a mail to one address. */
export interface MailLinks {
  readonly mute: (issue: Issue) => string;
  readonly done: (issue: Issue) => string;
  readonly fewer: (news: { readonly type: string; readonly colour: Colour }) => string;
  readonly unsubscribe: (scope: MailScope) => string;
  /** Headers for the unsubscribe button of mail programs (RFC 8058). */
  readonly headers: (scope: MailScope) => Readonly<Record<string, string>>;
}

/**
 * The page behind a link. The token follows the #, because that part of a URL is not sent to servers or written to their
 * logs.
 */
export const mailActionPath = (token: string): string => `/mail-action#${token}`;

type LinkContext = Pick<Context, 'keys' | 'clock'> & { readonly config: Pick<Context['config'], 'publicUrl'> };

export function linksFor(
  { keys, clock, config }: LinkContext,
  reader: { readonly tenantId: string; readonly emailAddressId: string; readonly email: string },
): MailLinks {
  const token = (purpose: MailLinkPurpose, about: readonly string[]): string =>
    signLink(keys, {
      tenantId: reader.tenantId,
      emailAddressId: reader.emailAddressId,
      email: reader.email,
      purpose,
      about,
      expiresAt: new Date(clock.now().getTime() + daysOfLink[purpose] * dayMs),
    });
  const page = (purpose: MailLinkPurpose, about: readonly string[]): string =>
    `${config.publicUrl}${mailActionPath(token(purpose, about))}`;
  return {
    mute: ({ itemId }) => page('mute', [itemId]),
    done: ({ itemId, revision }) => page('done', [itemId, String(revision)]),
    fewer: ({ type, colour }) => page('fewer', [type, colour]),
    unsubscribe: (scope) => page('unsubscribe', [scope]),
    headers: (scope) => ({
      'List-Unsubscribe': `<${config.publicUrl}/api/mail/unsubscribe?token=${token('unsubscribe', [scope])}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // Headers that mark the mail as automatic, so that programs do not answer it.
      'Auto-Submitted': 'auto-generated',
    }),
  };
}
