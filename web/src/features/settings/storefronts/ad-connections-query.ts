import { advertisingCalls } from '@app/shared/contract/advertising.ts';
import { query } from '../../../lib/http/call.ts';

export const adConnectionsQuery = query(advertisingCalls.adConnections);
