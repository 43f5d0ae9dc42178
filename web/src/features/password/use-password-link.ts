import { useQuery } from '@tanstack/react-query';
import { describePasswordLink } from '@app/shared/contract/auth.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { call } from '../../lib/http/call.ts';

export type PasswordLink = Reply<typeof describePasswordLink>;

/** Returns what the link is for. A link that does not work says so when the password is set. */
export function usePasswordLink(token: string): PasswordLink | undefined {
  const { data } = useQuery({
    queryKey: [describePasswordLink.path, token],
    queryFn: () => call(describePasswordLink, { body: { passwordResetToken: token } }),
    retry: false,
    staleTime: Infinity,
  });
  return data;
}
