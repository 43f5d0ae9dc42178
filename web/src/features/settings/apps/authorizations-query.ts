import { authorizations } from '@app/shared/contract/authorizations.ts';
import { query } from '../../../lib/call.ts';

export const authorizationsQuery = query(authorizations);
