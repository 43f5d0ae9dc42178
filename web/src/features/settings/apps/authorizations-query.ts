import { authorizations, ownAuthorizations } from '@app/shared/contract/sellers.ts';
import { query } from '../../../lib/http/call.ts';

const queries = { own: query(ownAuthorizations), all: query(authorizations) } as const;

/** The authorisations of the account for its owner, and those that they gave themselves for other users. */
export const authorizationsQueryOf = (isOwner: boolean) => (isOwner ? queries.all : queries.own);
