import type { AddressDraft } from '../form-model.ts';

export interface Team {
  /** Users who may see the storefront, the owner apart, who sees all. */
  readonly members: readonly AddressDraft[];
  readonly others: readonly AddressDraft[];
}

/** Access of users to seller accounts, seen from one seller account. */
export function teamOf(addresses: readonly AddressDraft[], sellerId: string): Team {
  const users = addresses.filter(({ isUser, isPrimary, isDeleted }) => isUser && !isPrimary && !isDeleted);
  const isMember = ({ allowedSellerAccounts }: AddressDraft) => !allowedSellerAccounts.includes(sellerId);
  return { members: users.filter(isMember), others: users.filter((user) => !isMember(user)) };
}

export const userName = ({ firstName, lastName, email }: AddressDraft): string =>
  `${firstName} ${lastName}`.trim() || email;
