import type { Reply } from '@app/shared/contract/endpoint.ts';
import { getTwoFactor } from '@app/shared/contract/two-factor.ts';
import { query } from '../../../lib/http/call.ts';

export const twoFactorQuery = query(getTwoFactor);
export type TwoFactor = Reply<typeof getTwoFactor>;
