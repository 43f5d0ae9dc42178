import { authorizations } from '@app/shared/contract/authorizations.ts';
import { query } from '../../../lib/http/call.ts';

export const authorizationsQuery = query(authorizations);
