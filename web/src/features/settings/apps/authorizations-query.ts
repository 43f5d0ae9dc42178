import { authorizations } from '@app/shared/contract/sellers.ts';
import { query } from '../../../lib/http/call.ts';

export const authorizationsQuery = query(authorizations);
