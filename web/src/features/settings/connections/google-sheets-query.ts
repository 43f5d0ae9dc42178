import { googleSheetsStatus } from '@app/shared/contract/google-sheets.ts';
import { query } from '../../../lib/http/call.ts';

export const googleSheetsQuery = query(googleSheetsStatus);
